import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// One batch of callbacks, as a delegate received it.
struct RecordedEvent {
  enum Place: Equatable {
    case section(Int)
    case item(section: Int, item: Int)

    var json: JSON {
      switch self {
      case .section(let index): .integer(index)
      case .item(let section, let item): .array([.integer(section), .integer(item)])
      }
    }
  }

  struct Change {
    let kind: NSFetchedResultsChangeType
    let object: NSManagedObjectID?
    let at: Place?
    let to: Place?
  }

  var changes: [Change] = []
  var changeSet: ListSource.Controller.ChangeSet?
  var plan: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>?
  /// The list before and after, where the recorder keeps them.
  var old: ListSource.Controller.Snapshot?
  var new: ListSource.Controller.Snapshot?

  /// The changed keys of an update, by its old place; nil where they are not known.
  func keys(at place: Place?) -> [String]? {
    guard let changeSet else { return nil }
    switch place {
    case .section(let index): return changeSet.sections.updated.first { $0.old == index }?.keys?.sorted()
    case .item(let section, let item):
      let place = ItemPlace(section: section, item: item)
      return changeSet.items.updated.first { $0.old == place }?.keys?.sorted()
    case nil: return nil
    }
  }
}
