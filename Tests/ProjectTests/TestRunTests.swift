import Foundation
import Testing

/// All tests of a run begin at once, on few threads. What that asks of a test is looked for in the text.
@Suite("Tests can run at the same time as thousands of other tests")
struct TestRunTests {
  /// The Swift files of the tests, but for those that hold these rules.
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

  /// Swift Testing's limit counts the time in which a test waits for a thread.
  @Test func aTimeLimitBeginsWithTheTest() throws {
    for (path, text) in try Self.files() {
      let isThere = text.contains(".timeLimit(")
      #expect(!isThere, "\(path): use .endsWithin(minutes:)")
    }
  }

  /// `Process.run()` of Foundation reads past its list of open files where there are more than a thousand.
  @Test func aProgramIsStartedByTheTestsOwnMeans() throws {
    for (path, text) in try Self.files() {
      let isUnused = text.matches(of: /\bProcess\(\)/).isEmpty
      #expect(isUnused, "\(path): use ChildProcess")
    }
  }
}
