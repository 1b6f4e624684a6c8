import Foundation
import Synchronization
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections stress", .opensStores) struct StressTests {
  @Test func itDrivesTheController() async throws {
    let run = await InProcessRun("stress", "--events", "60", "--seed", "7")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.lines == ["seeds 7..<8", "60 events, 1 seeds, 0 failures", ""])
  }

  @Test(arguments: [(0, []), (1, [1]), (500, [500]), (1001, [500, 500, 1])])
  func eachSeedHasItsShareOfTheEvents(_ events: Int, _ shares: [Int]) throws {
    let asked = Mutex<[UInt64: Int]>([:])
    var command = StressCommand(events: events, seed: 40, exhaustive: false)
    command.drive = { seed, count in asked.withLock { $0[seed] = count } }
    let captured = CapturedOutput()
    try command.run(captured.output)
    try captured.output.flush()
    #expect(asked.withLock { $0 } == Dictionary(uniqueKeysWithValues: zip(40..., shares)))
    #expect(captured.text == "seeds 40..<\(40 + shares.count)\n\(events) events, \(shares.count) seeds, 0 failures\n")
  }

  @Test func aSeedThatFailsIsNamedAndTheOtherSeedsGoOn() throws {
    struct Broken: Error, CustomStringConvertible { let description = "the list is wrong" }
    let asked = Mutex<Set<UInt64>>([])
    var command = StressCommand(events: 5000, seed: 1, exhaustive: false)
    command.drive = { seed, _ in
      asked.withLock { _ = $0.insert(seed) }
      if seed == 4 { throw Broken() }
    }
    let captured = CapturedOutput()
    let error = try #require(throws: ToolError.self) { try command.run(captured.output) }
    try captured.output.flush()
    #expect(error.message == "1 of 10 seeds failed." && error.status == 1)
    #expect(asked.withLock { $0 } == Set(1...10))
    #expect(captured.text == "seeds 1..<11\nseed 4: the list is wrong\n5000 events, 10 seeds, 1 failures\n")
  }

  @Test func manyEventsAreNotMadeAtOnce() throws {
    struct Enough: Error {}
    var command = StressCommand(events: .max, seed: UInt64(Int.max), exhaustive: false)
    command.drive = { _, _ in throw ToolError.data("wrong") }
    let captured = CapturedOutput { piece in if piece == 1 { throw OutputClosed() } }
    #expect(throws: OutputClosed.self) { try command.run(captured.output) }
  }
}
