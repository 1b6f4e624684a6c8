import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// Shows each storey of a random world on a view of one kind.
struct RandomMaker: ScreenMaker {
  let world: RandomWorld
  let kind: Kind

  /// The view of each storey.
  enum Kind {
    case table, collection, diffableTable, diffableCollection, picker

    /// Whether what is looked at may come in the next turn, and nothing says so.
    var showsLater: Bool { self == .diffableTable || self == .diffableCollection }
    /// Whether the end of a program's batch is noticed in the next turn.
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
