import Foundation
import Testing

/// The built program with standard streams that its caller closed.
@Suite("Closed streams") struct ClosedStreamTests {
  @Test(arguments: [["help"], ["--version"], ["list"], ["watch"]]) func aClosedOutputIsSaid(
    _ arguments: [String]
  ) throws {
    let store = try MusicStore()
    let isList = ["list", "watch"].contains(arguments[0])
    let run = try ToolRun(arguments: isList ? store.list(arguments[0]) : arguments, redirections: ">&-")
    #expect(run.status == 1)
    #expect(run.error == "sections: Standard output is closed.\n")
  }

  /// Nobody can be told what is wrong; the status says that something is.
  @Test func closedErrorsStopNothing() throws {
    let wrong = try ToolRun(
      arguments: ["list", "/nowhere/Store.sqlite", "--items", "A", "--by", "b"], redirections: "2>&-")
    #expect(wrong.status == 1)
    #expect(try ToolRun(arguments: ["list"], redirections: "<&- >&- 2>&-").status == 2)
    let right = try ToolRun(arguments: ["--version"], redirections: "<&- 2>&-")
    #expect(right.status == 0 && right.output.hasPrefix("sections "))
  }

  @Test func aClosedInputIsSaid() throws {
    let run = try ToolRun(
      arguments: ["replay", "-", "-", "--model", MusicStore.model, "--items", "Track", "--by", "album"],
      redirections: "<&-")
    #expect(run.status == 1)
    #expect(run.error == "sections: Standard input is closed.\n")
  }
}
