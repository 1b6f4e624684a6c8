import AppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

@testable import SectionedAppKit

/// A screen of a random test, whatever its source is.
@MainActor
protocol RandomScreen: AnyObject {
  var updates: Int { get }
  var faults: [String] { get }
  /// The user, or the program past the binding, does something.
  func act(_ random: inout SeededRandom)
  /// The program does something within updates of its own.
  func inBatch(_ body: () -> Void)
  /// Holds what is visible against the source.
  func check(_ moment: String)
  /// Shows all that waits.
  func settle()
}

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
  private let isFetched: Bool
  /// How often what happens to a view changes a list.
  private let meddling: Int
  private(set) var faults: [String] = []

  /// The view of each storey.
  enum Kind { case table, outline, collection }

  init(seed: UInt64, depth: Int, on kind: Kind, isFetched: Bool = false) throws {
    random = SeededRandom(seed: seed &* 31)
    self.isFetched = isFetched
    base = isFetched ? try FetchedBase(seed: seed) : MemoryBase(seed: seed)
    meddling = random.oneIn(3) ? 0 : 4 + random.below(40)
    let tower = try base.tower(depth: depth, SeededRandom(seed: seed &* 77), maker: Maker(world: self, kind: kind))
    (screens, names, settings) = (tower.screens, tower.names, tower.settings)
  }

  private struct Maker: ScreenMaker {
    let world: RandomWorld
    let kind: Kind

    func screen<Source: SectionedDataSource>(_ source: Source, _ random: inout SeededRandom) -> any RandomScreen {
      let meddle: @MainActor () -> Void = { [unowned world] in world.meddle() }
      switch kind {
      case .table:
        let binding = TableBinding(source, rules: TextRules.rules(meddle))
        binding.sectionRows = random.one(of: [.group, .plain, .hidden])
        binding.editing = world.editing(source)
        let table = NSTableView(frame: .zero)
        return RowsPlayer(source, binding, table, { binding.show(in: table) }, nil, &random, meddle)
      case .collection: return CollectionPlayer(source, &random, meddle)
      case .outline:
        let binding = OutlineBinding(source, rules: TextRules.rules(meddle))
        binding.expandsNewSections = !random.oneIn(4)
        binding.editing = world.editing(source)
        let outline = NSOutlineView(frame: .zero)
        return RowsPlayer(source, binding, outline, { binding.show(in: outline) }, outline, &random, meddle)
      }
    }
  }

  /// A list at the bottom is edited as the user says, also by who sees what is built on it; behind a user of another
  /// source is a program that does something.
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

  /// Plays some steps.
  func play(_ steps: Int) async {
    for number in 0..<steps {
      budget = 2
      if random.oneIn(2) {
        var own = SeededRandom(seed: random.next())
        random.one(of: screens).act(&own)
      } else if random.oneIn(6) {
        random.one(of: screens).inBatch { for _ in 0..<(1 + random.below(2)) { step() } }
      } else {
        step()
      }
      // What was changed while a view asked is shown in the next turn.
      if isFetched || random.oneIn(3) {
        if isFetched { budget = 0 }
        await nextTurn()
      }
      if random.oneIn(40) { for screen in screens { screen.settle() } }
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
