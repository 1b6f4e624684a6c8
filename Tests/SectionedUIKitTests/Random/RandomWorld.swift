import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

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
  /// Whether what is looked at may come in the next turn, and nothing says so.
  private let isLater: Bool
  /// How often what happens to a view changes a list.
  private let meddling: Int

  /// What a storey is shown on.
  enum Kind {
    case table, collection, diffableTable, diffableCollection, picker
  }

  /// - Parameter isFetched: whether the lists are fetched, and not in memory.
  init(seed: UInt64, depth: Int, on kind: Kind, isFetched: Bool = false) throws {
    random = SeededRandom(seed: seed &* 31)
    isLater = isFetched || kind == .diffableTable || kind == .diffableCollection
    base = isFetched ? try FetchedBase(seed: seed) : MemoryBase(seed: seed)
    meddling = random.oneIn(3) ? 0 : 4 + random.below(40)
    let tower = try base.tower(
      depth: depth, SeededRandom(seed: seed &* 77), maker: Maker(world: self, kind: kind))
    (screens, names, settings) = (tower.screens, tower.names, tower.settings)
  }

  private struct Maker: ScreenMaker {
    let world: RandomWorld
    let kind: Kind

    func screen<Source: SectionedDataSource>(_ source: Source, _ random: inout SeededRandom) -> any RandomScreen {
      let world = world
      let meddle: RandomRules.Hook = { [unowned world] in world.meddle() }
      switch kind {
      case .table:
        let table = RandomTable(source, &random, meddle)
        table.binding.editing = world.editing(source)
        return ViewPlayer(source, table.binding.presenter, table, &random, meddle)
      case .collection:
        let collection = RandomCollection(source, &random, meddle)
        collection.binding.editing = world.editing(source)
        return ViewPlayer(source, collection.binding.presenter, collection, &random, meddle)
      case .diffableTable, .diffableCollection:
        return DiffablePlayer(source, isTable: kind == .diffableTable, meddle)
      case .picker: return PickerPlayer(source, &random, meddle)
      }
    }
  }

  /// A list at the bottom is edited as the user says, also by who sees what is built on it; behind a user of another
  /// source stands a program that does something.
  private func editing(_ source: any SectionedDataSource) -> ListEditing {
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
  private func meddle() {
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

  private(set) var faults: [String] = []

  /// Plays some steps.
  func play(_ steps: Int) async {
    for number in 0..<steps {
      budget = 2
      if random.oneIn(2) {
        var own = SeededRandom(seed: random.next())
        random.one(of: screens).act(&own)
      } else if random.oneIn(6) {
        random.one(of: screens).inBatch { for _ in 0..<(1 + random.below(2)) { step() } }
        await nextTurn()
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
