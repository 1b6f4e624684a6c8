import Foundation
import SectionedTesting
import TestTraits
import Testing

@Suite("The command Stress", .opensStores)
struct StressCommandTests {
  /// Lines and seeds that several threads record.
  private final class Records: @unchecked Sendable {
    // Unchecked, because each access holds the lock.
    private let lock = NSLock()
    private var _lines: [String] = []
    private var _seeds: [UInt64: Int] = [:]

    var lines: [String] { lock.withLock { _lines } }
    var seeds: [UInt64: Int] { lock.withLock { _seeds } }

    func add(_ line: String) { lock.withLock { _lines.append(line) } }

    func add(_ seed: UInt64, _ events: Int) { lock.withLock { _seeds[seed] = events } }
  }

  @Test func itDrivesTheController() throws {
    let records = Records()
    let command = try StressCommand(arguments: ["--events", "60", "--seed", "7"])
    let succeeded = try command.run {
      records.add($0)
    } progress: { done, total in
      #expect(done == 1 && total == 1)
    }
    #expect(succeeded && records.lines == ["seeds 7..<8", "60 events, 1 seeds, 0 failures"])
  }

  @Test(arguments: [(0, []), (1, [1]), (500, [500]), (1001, [500, 500, 1])])
  func eachSeedHasItsShareOfTheEvents(_ events: Int, _ shares: [Int]) throws {
    let records = Records()
    var series = StressSeries(events: events, first: 40)
    series.drive = { records.add($0, $1) }
    #expect(try series.run { records.add($0) } == 0)
    #expect(records.seeds == Dictionary(uniqueKeysWithValues: zip(40..., shares)))
    #expect(
      records.lines == ["seeds 40..<\(40 + shares.count)", "\(events) events, \(shares.count) seeds, 0 failures"])
  }

  @Test func aSeedThatFailsIsNamedAndTheOtherSeedsGoOn() throws {
    struct Broken: Error, CustomStringConvertible { let description = "the list is wrong" }
    let records = Records()
    var series = StressSeries(events: 5000, first: 1)
    series.drive = { seed, events in
      records.add(seed, events)
      if seed == 4 { throw Broken() }
    }
    #expect(try series.run { records.add($0) } == 1)
    #expect(Set(records.seeds.keys) == Set(1...10))
    #expect(records.lines == ["seeds 1..<11", "seed 4: the list is wrong", "5000 events, 10 seeds, 1 failures"])
  }

  @Test func noSeedBeginsAfterAnErrorOfTheReport() throws {
    struct Closed: Error {}
    struct Broken: Error {}
    let records = Records()
    var series = StressSeries(events: .max, first: UInt64(Int.max))
    series.drive = { _, _ in throw Broken() }
    #expect(throws: Closed.self) {
      try series.run { line in
        if !records.lines.isEmpty { throw Closed() }
        records.add(line)
      }
    }
    #expect(records.lines.count == 1)
  }

  @Test func replayPlaysTheGivenEvents() throws {
    let records = Records()
    let events = StressEvent.list(StressRun.events(seed: 7, count: 5))
    let command = try StressCommand(arguments: ["--seed", "7", "--replay", events])
    #expect(try command.run({ records.add($0) }, progress: { _, _ in }))
    #expect(records.lines == ["5 events of seed 7, 0 failures"])
  }

  /// The run fails at its tenth event. The failure must name that event alone, and playing it must fail again.
  @Test func whatAFailureNamesFailsAgain() throws {
    struct Gone: Error, CustomStringConvertible { let description = "the store is gone" }
    let events = StressRun.events(seed: 7, count: 12)
    var bad = SeededRandom(seed: events[9].seed &* 37)
    let first = bad.next()
    let makeRun: @Sendable (UInt64) throws -> StressRun = { seed in
      let run = try StressRun(seed: seed)
      run.disturbance = { random in
        var random = random
        if random.next() == first { throw Gone() }
      }
      return run
    }
    let failure = try #require(throws: StressRun.Failure.self) {
      try StressRun.find(in: events) { try makeRun(7) }
    }
    let named = try #require(failure.description.components(separatedBy: "the fewest events that fail: ").last)
    #expect(named == "\(events[9].seed)")
    let records = Records()
    var command = try StressCommand(arguments: ["--seed", "7", "--replay", named])
    command.makeRun = makeRun
    #expect(try !command.run({ records.add($0) }, progress: { _, _ in }))
    #expect(records.lines == ["seed 7: event 0 (): the store is gone"])
  }

  @Test(arguments: [
    (["--events", "many"], "--events takes a whole number that is not negative, not 'many'."),
    (["--seed", "-1"], "--seed takes a whole number that is not negative, not '-1'."),
    (["--seed"], "--seed takes a whole number that is not negative, not ''."),
    (["--seed", "4", "--exhaustive"], "--exhaustive checks all pairs of lists, and takes no other option."),
    (["--quick"], "'--quick' is no option. Try --help."),
    (["--replay", "1"], "--replay plays events on the list of a seed, and takes --seed and no other option."),
    (
      ["--seed", "1", "--replay", "1", "--events", "2"],
      "--replay plays events on the list of a seed, and takes --seed and no other option."
    ),
    (["--seed", "1", "--replay", "1,,2"], "--replay takes the numbers of events between commas, not '1,,2'."),
    (["--seed", "1", "--replay", "-1"], "--replay takes the numbers of events between commas, not '-1'."),
    (["--seed", "1", "--replay"], "--replay takes the numbers of events between commas, not ''."),
  ])
  func wrongArgumentsAreNamed(_ arguments: [String], _ message: String) throws {
    let error = try #require(throws: StressCommand.UsageError.self) { try StressCommand(arguments: arguments) }
    #expect(error.description == message)
  }

  @Test func eachArgumentIsRead() throws {
    let command = try StressCommand(arguments: ["--seed", "3", "--events", "9"])
    #expect(command.seed == 3 && command.events == 9 && !command.isExhaustive)
    #expect(try StressCommand(arguments: ["--exhaustive"]).isExhaustive)
    let usual = try StressCommand(arguments: [])
    #expect(usual.seed == nil && usual.events == 10_000 && usual.replayed == nil)
    let replay = try StressCommand(arguments: ["--replay", " 7,\(UInt64.max) ", "--seed", "3"])
    #expect(replay.seed == 3 && replay.replayed?.map(\.seed) == [7, .max])
  }
}
