import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting

/// Makes a view of one kind for each source of a random world.
struct RandomMaker: ScreenMaker {
  let world: RandomWorld
  let kind: Kind

  /// A kind of view.
  enum Kind {
    case table, outline, collection, diffableTable, diffableCollection

    /// Whether the view may show a change only in the next turn of the main actor, without a callback.
    var showsLater: Bool { self == .diffableTable || self == .diffableCollection }
    /// Whether the binding notices the end of a program's updates only in the next turn.
    static let batchesEndLater = false
  }

  func screen<Source: SectionedDataSource>(_ source: Source, _ random: inout SeededRandom) -> any RandomScreen {
    let meddle: @MainActor () -> Void = { [unowned world] in world.meddle() }
    switch kind {
    case .table:
      let binding = TableBinding(source, rules: TextRules.rules(meddle))
      binding.sectionRows = random.one(of: [.group, .plain, .hidden])
      binding.editing = world.editing(source)
      let table = NSTableView(frame: .zero)
      return RowsPlayer(source, binding, table, { binding.show(in: table) }, nil, &random, meddle)
    case .collection: return CollectionPlayer(source, world.editing(source), &random, meddle)
    case .diffableTable: return DiffablePlayer(tableOf: source, &random, meddle)
    case .diffableCollection: return DiffablePlayer(collectionOf: source, &random, meddle)
    case .outline:
      let binding = OutlineBinding(source, rules: TextRules.rules(meddle))
      binding.expandsNewSections = !random.oneIn(4)
      binding.editing = world.editing(source)
      let outline = NSOutlineView(frame: .zero)
      return RowsPlayer(source, binding, outline, { binding.show(in: outline) }, outline, &random, meddle)
    }
  }
}
