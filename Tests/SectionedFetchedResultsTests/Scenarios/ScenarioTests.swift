import Foundation
import SectionedTesting
import Testing

/// The stories in `Fixtures/Scenarios`. With `SCENARIOS_RECORD=1` what happens is written into the files, to be read
/// over before it is kept.
@Suite("Stories told as data")
struct ScenarioTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Scenarios")

  @Test func thereAreAtLeastForty() throws {
    #expect(try Scenario.all(in: Self.folder).count >= 40)
  }

  @Test(arguments: (try? Scenario.all(in: ScenarioTests.folder)) ?? [])
  func story(_ file: URL) throws {
    var scenario = try Scenario(file)
    if ProcessInfo.processInfo.environment["SCENARIOS_RECORD"] == "1" { return try scenario.record() }
    for (number, batch) in try scenario.play().enumerated() {
      #expect(batch.happened == batch.expected, "\(scenario.story) Batch \(number).")
    }
  }
}
