import Foundation
import Testing

/// The built program with standard streams that its caller closed.
@Suite("Closed streams") struct ClosedStreamTests {
  private static let picture = [
    "draw", "index-map", ScenarioTests.folder.appendingPathComponent("section-moved.json").path,
  ]

  @Test(arguments: [["help"], ["--version"], ["list"], ["watch"], picture]) func aClosedOutputIsSaid(
    _ arguments: [String]
  ) throws {
    let store = try MusicStore()
    let isList = ["list", "watch"].contains(arguments[0])
    let run = try ToolRun(arguments: isList ? store.list(arguments[0]) : arguments, redirections: ">&-")
    #expect(run.status == 1)
    #expect(run.error == "sections: Standard output is closed.\n")
  }

  /// A picture goes into a pipe at once, and nothing is said of a reader that is gone by then.
  @Test func aPictureWithoutAReaderIsNoError() throws {
    let run = try ToolRun(arguments: Self.picture, redirections: "| true")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let read = try ToolRun(arguments: Self.picture, redirections: "| head -c 4")
    #expect(read.output == "<svg" && read.error.isEmpty, "\(read.error)")
  }

  /// What is wrong cannot be reported; the status says that something is.
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
