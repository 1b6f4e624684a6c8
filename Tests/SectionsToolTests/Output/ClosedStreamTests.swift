import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

/// Tests of the built program with standard streams that its caller has closed.
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

  /// A picture is written at once. A reader that has closed the pipe causes no message.
  @Test func aPictureWithoutAReaderIsNoError() throws {
    let run = try ToolRun(arguments: Self.picture, redirections: "| true")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let read = try ToolRun(arguments: Self.picture, redirections: "| head -c 4")
    #expect(read.output == "<svg" && read.error.isEmpty, "\(read.error)")
  }

  /// An error cannot be printed, but the status reports it.
  @Test func closedErrorsStopNothing() throws {
    let wrong = try ToolRun(
      arguments: ["list", "/nowhere/Store.sqlite", "--items", "A", "--by", "b"], redirections: "2>&-")
    #expect(wrong.status == 1)
    #expect(try ToolRun(arguments: ["list"], redirections: "<&- >&- 2>&-").status == 2)
    let right = try ToolRun(arguments: ["--version"], redirections: "<&- 2>&-")
    #expect(right.status == 0 && right.output.hasPrefix("sections "))
  }

  /// The system's libraries end a process without a message if it may not open the files that they need.
  @Test(arguments: Array(3...16) + [20, 24, 27, 28, 30, 32, 40, 64]) func fewOpenFilesAreSaidOrEnough(
    _ limit: Int
  ) throws {
    let store = try MusicStore()
    let script = try store.scratch.file("script.json", #"{"batches": [{}]}"#)
    let calls = [
      ["--version"], store.list(), store.list("replay", [script]),
      ["copy", store.path, store.scratch.file("Copy\(limit).sqlite").path], ["demo"],
    ]
    for call in calls {
      let run = try ToolRun(arguments: call, redirections: "", before: "ulimit -n \(limit)")
      // The limit is so low that the program cannot be loaded. The loader prints a message.
      if run.status == 127 {
        #expect(!run.error.isEmpty && limit < 8)
        continue
      }
      let isEnough = run.status == 0 && run.error.isEmpty && !run.output.isEmpty
      let isSaid = run.status == 1 && run.error.hasPrefix("sections: ") && run.error.contains("ulimit -n")
      #expect(isEnough || limit < OpenFileLimit.needed + 8 && isSaid, "\(limit) \(call): \(run.status) \(run.error)")
    }
  }

  @Test func aClosedInputIsSaid() throws {
    let run = try ToolRun(
      arguments: ["replay", "-", "-", "--model", MusicStore.model, "--items", "Track", "--by", "album"],
      redirections: "<&-")
    #expect(run.status == 1)
    #expect(run.error == "sections: Standard input is closed.\n")
  }
}
