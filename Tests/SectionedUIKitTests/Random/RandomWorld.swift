import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

/// Two lists, and sources built on them. Each source is shown on a screen. Random actions change the lists and the
/// views.
@MainActor
final class RandomWorld {
  struct Refused: Error {}

  private var random: SeededRandom
  private let base: any RandomBase
  private(set) var screens: [any RandomScreen] = []
  private(set) var names: [String] = []
  private var settings: [(inout SeededRandom) -> Void] = []
  private var depth = 0
  /// The number of changes that callbacks of views may still make in this step. It is limited, because each change
  /// calls further callbacks.
  private var budget = 0
  private let kind: Kind
  /// Whether a change may be shown only in the next turn of the main actor, without a callback.
  private let isLater: Bool
  /// The rarity of changes by callbacks of views: one in so many callbacks changes a list; 0 for none.
  private let meddling: Int
  private(set) var faults: [String] = []

  /// The kind of the views.
  typealias Kind = RandomMaker.Kind

  /// - Parameter isFetched: whether the lists are fetched; otherwise they are in memory.
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

  /// The edits of a user of a source. On a base list they are performed as the user requests, also through a source
  /// that shows its items. On other sources, a program answers them with a random step, or refuses them.
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

  /// Changes a list at random. Views call this in their callbacks.
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
        // A separate generator, because a changed setting calls views, which may draw from `random`.
        var own = SeededRandom(seed: random.next())
        settings[random.below(settings.count)](&own)
      } else {
        try base.step()
      }
    } catch is DataSourceAnomaly {
      // The list was too short for the edit.
    } catch { faults.append("\(error)") }
  }

  /// Performs a number of steps, and checks all screens after each.
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
      // A change that a callback made is shown in the next turn.
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
