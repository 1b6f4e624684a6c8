import Foundation
import Testing

/// All tests of a run begin at once, on few threads. These tests search the text for what this requires.
@Suite("Tests can run at the same time as thousands of other tests")
struct TestRunTests {
  /// The Swift files of all tests, except for those in this target.
  private static func files() throws -> [(path: String, text: String)] {
    let files = try Project.sources(in: "Tests").filter { !$0.hasPrefix("ProjectTests/") }
    try #require(!files.isEmpty)
    return try files.map { ($0, try Project.text("Tests/" + $0)) }
  }

  @Test func anExitTestIsOneOfFewAtOnce() throws {
    for (path, text) in try Self.files() where text.contains("processExitsWith") {
      for test in text.components(separatedBy: "@Test").dropFirst() where test.contains("processExitsWith") {
        let traits = test.prefix { $0 != "{" }
        let hasTrait = traits.contains(".startsProcesses")
        #expect(hasTrait, "\(path): a test with processExitsWith needs .startsProcesses: \(traits.prefix(120))")
      }
    }
  }

  /// Swift Testing's time limit includes the time for which a test waits for a thread.
  @Test func aTimeLimitBeginsWithTheTest() throws {
    for (path, text) in try Self.files() {
      let isThere = text.contains(".timeLimit(")
      #expect(!isThere, "\(path): use .endsWithin(minutes:)")
    }
  }

  /// Foundation's `Process.run()` reads beyond its list of open files if there are more than a thousand.
  @Test func aProgramIsStartedByTheTestsOwnMeans() throws {
    for (path, text) in try Self.files() {
      let isUnused = text.matches(of: /\bProcess\(\)/).isEmpty
      #expect(isUnused, "\(path): use ChildProcess")
    }
  }
}
