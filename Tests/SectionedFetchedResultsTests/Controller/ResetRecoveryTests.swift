import CoreData
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("The recovery from a reset makes one fetch for all that came before it, and repeats a failed one with an event")
struct ResetRecoveryTests {
  private enum Deed: CaseIterable { case reset, event, fetch }

  /// The outcome of a fetch: it ends the recovery, it fails, or it fails and the program's callback for that resets the
  /// context again.
  private enum Outcome: CaseIterable { case success, failure, reset }

  /// A naive model of the recovery. It counts nothing, and its queue is a flag.
  private struct Model: Equatable {
    var (isHeld, isDue, isScheduled, fetches) = (false, false, false, 0)

    mutating func perform(_ deed: Deed) {
      switch deed {
      case .reset: (isHeld, isDue, isScheduled) = (true, false, true)
      case .event: if isDue { (isDue, isScheduled) = (false, true) }
      case .fetch: (isHeld, isDue) = (false, false)
      }
    }

    mutating func runQueue(_ outcomes: inout [Outcome]) {
      while isScheduled {
        isScheduled = false
        guard isHeld else { return }
        fetches += 1
        switch outcomes.popLast() ?? .success {
        case .success: isHeld = false
        case .failure: isDue = true
        case .reset: (isDue, isScheduled) = (true, true)
        }
      }
    }
  }

  private final class Driver {
    let library: MusicLibrary
    let events: ContextEvents
    var outcomes: [Outcome] = []
    private(set) var fetches = 0
    private(set) lazy var recovery = ResetRecovery { [weak self] in self?.fetch() }

    init() throws {
      let library = try MusicLibrary()
      self.library = library
      events = library.run { ContextEvents.of(library.context) }
    }

    func perform(_ deed: Deed) {
      switch deed {
      case .reset: recovery.begin(in: events)
      case .event: recovery.eventCame(in: events)
      case .fetch: recovery.end()
      }
    }

    private func fetch() {
      fetches += 1
      switch outcomes.popLast() ?? .success {
      case .success: recovery.end()
      case .failure: break
      case .reset: recovery.begin(in: events)
      }
    }
  }

  /// Resets, events and fetches by the program in any order, several in each turn of the queue.
  @Test(arguments: TestSeeds.all(20)) func anyOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let driver = try Driver()
    var model = Model()
    for turn in 0..<60 {
      let deeds = (0...random.below(4)).map { _ in random.one(of: Deed.allCases) }
      var outcomes = (0..<2).map { _ in random.one(of: Outcome.allCases) }
      driver.library.run {
        driver.outcomes = outcomes
        for deed in deeds { driver.perform(deed) }
      }
      for deed in deeds { model.perform(deed) }
      model.runQueue(&outcomes)
      // A fetch may schedule another one, at most twice.
      for _ in 0..<4 { driver.library.run {} }
      driver.library.run {
        #expect(driver.fetches == model.fetches, "seed \(seed), turn \(turn): \(deeds)")
        #expect(driver.recovery.isHeld == model.isHeld, "seed \(seed), turn \(turn): \(deeds)")
      }
    }
    #expect(model.fetches > 0)
  }

  /// If the context is reset during a fetch, the fetched objects are invalid, however often that happens.
  @Test(arguments: [0, 1, 3]) func aFetchIsRepeatedUntilNoResetComes(resets: Int) throws {
    let driver = try Driver()
    driver.library.run {
      var (left, made) = (resets, 0)
      let number = driver.recovery.fetching {
        made += 1
        if left > 0 {
          left -= 1
          driver.perform(.reset)
        }
        return made
      }
      #expect(number == resets + 1)
      #expect(driver.recovery.isHeld == (resets > 0))
      // The program shows what it has fetched, so the scheduled fetch is not needed any more.
      driver.perform(.fetch)
    }
    for _ in 0..<2 { driver.library.run {} }
    driver.library.run { #expect(driver.fetches == 0) }
  }

  /// An error ends the fetch at once, and the list stays held.
  @Test func anErrorOfAFetchIsThrown() throws {
    struct Unreadable: Error {}
    let driver = try Driver()
    driver.library.run {
      var made = 0
      #expect(throws: Unreadable.self) {
        try driver.recovery.fetching {
          made += 1
          driver.perform(.reset)
          throw Unreadable()
        }
      }
      #expect(made == 1 && driver.recovery.isHeld)
      driver.outcomes = [.success]
    }
    for _ in 0..<2 { driver.library.run {} }
    driver.library.run { #expect(driver.fetches == 1 && !driver.recovery.isHeld) }
  }
}
