import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

/// Two lists under a tower of sources, each storey on a screen, and random things that happen to all of them.
@MainActor
final class RandomWorld {
  struct Refused: Error {}

  private var random: SeededRandom
  private let base: any RandomBase
  private(set) var screens: [any RandomScreen] = []
  private(set) var names: [String] = []
  private var settings: [(inout SeededRandom) -> Void] = []
  private var depth = 0
  /// How often views may change a list in this step: each change makes them ask again.
  private var budget = 0
  private let kind: Kind
  /// Whether what is looked at may come in the next turn, and nothing says so.
  private let isLater: Bool
  /// How often what happens to a view changes a list.
  private let meddling: Int
  private(set) var faults: [String] = []

  /// The view of each storey.
  typealias Kind = RandomMaker.Kind

  /// - Parameter isFetched: whether the lists are fetched, and not in memory.
  init(seed: UInt64, depth: Int, on kind: Kind, isFetched: Bool = false) throws {
    random = SeededRandom(seed: seed &* 31)
    self.kind = kind
    isLater = isFetched || kind.showsLater
    base = isFetched ? try FetchedBase(seed: seed) : MemoryBase(seed: seed)
    meddling = random.oneIn(3) ? 0 : 4 + random.below(40)
    let tower = try base.tower(
      depth: depth, SeededRandom(seed: seed &* 77), maker: RandomMaker(world: self, kind: kind))
    (screens, names, settings) = (tower.screens, tower.names, tower.settings)
  }

  /// A list at the bottom is edited as the user says, also by who sees what is built on it; behind a user of another
  /// source is a program that does something.
  func editing(_ source: any SectionedDataSource) -> ListEditing {
    if let editing = base.editing(source) { return editing }
    if let built = source as? any BuiltSource { return built.editing(editing(built.edited)) }
    var editing = ListEditing()
    editing.move = { [unowned self] _, _ in try answerUser() }
    editing.delete = { [unowned self] _ in try answerUser() }
    return editing
  }

  private func answerUser() throws {
    if random.oneIn(3) { throw Refused() }
    if random.oneIn(2) { step() }
  }

  /// Now and then what happens to a view changes a list.
  func meddle() {
    guard meddling > 0, depth == 0, budget > 0, random.oneIn(meddling) else { return }
    depth += 1
    budget -= 1
    step()
    depth -= 1
  }

  private func step() {
    do {
      if random.oneIn(10), !settings.isEmpty {
        // A generator of its own: what is set makes views ask, and may change something.
        var own = SeededRandom(seed: random.next())
        settings[random.below(settings.count)](&own)
      } else {
        try base.step()
      }
    } catch is DataSourceAnomaly {
      // The list was too short for the verb.
    } catch { faults.append("\(error)") }
  }

  /// Plays some steps.
  func play(_ steps: Int) async {
    for number in 0..<steps {
      budget = 2
      if random.oneIn(2) {
        var own = SeededRandom(seed: random.next())
        random.one(of: screens).act(&own)
      } else if random.oneIn(6) {
        random.one(of: screens).inBatch { for _ in 0..<(1 + random.below(2)) { step() } }
        if Kind.batchesEndLater { await nextTurn() }
      } else {
        step()
      }
      // What was changed while a view asked is shown in the next turn.
      if random.oneIn(3) { await nextTurn() }
      if random.oneIn(40) { for screen in screens { screen.settle() } }
      if isLater {
        budget = 0
        await nextTurn()
      }
      for screen in screens { screen.check("step \(number)") }
    }
    await nextTurn()
    for screen in screens {
      screen.settle()
      screen.check("at last")
    }
    for (name, screen) in zip(names, screens) { faults += screen.faults.map { "\(name), \($0)" } }
  }

  var updates: Int { screens.reduce(0) { $0 + $1.updates } }
}
