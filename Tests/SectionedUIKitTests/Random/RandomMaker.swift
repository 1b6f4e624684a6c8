import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// Makes a view of one kind for each source of a random world.
struct RandomMaker: ScreenMaker {
  let world: RandomWorld
  let kind: Kind

  /// A kind of view.
  enum Kind {
    case table, collection, diffableTable, diffableCollection, picker

    /// Whether the view may show a change only in the next turn of the main actor, without a callback.
    var showsLater: Bool { self == .diffableTable || self == .diffableCollection }
    /// Whether the binding notices the end of a program's batch only in the next turn.
    static let batchesEndLater = true
  }

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
