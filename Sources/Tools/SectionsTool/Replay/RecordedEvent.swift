import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The callbacks of an event, from *will* to *did*, as a delegate received them.
struct RecordedEvent {
  enum Place: Hashable {
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

    /// The kind of element that changed: `section` or `item`.
    var noun: String { if case .section = at ?? to { "section" } else { "item" } }
  }

  var changes: [Change] = []
  var changeSet: ListSource.Controller.ChangeSet?
  var plan: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>?
  /// The list before and after the event; nil if the recorder does not keep lists.
  var old: ListSource.Controller.Snapshot?
  var new: ListSource.Controller.Snapshot?

  /// The changed keys of the updates, by their old places. An update with unknown keys has no entry.
  ///
  /// - Complexity: O(updates). Searching the updates for each callback would be quadratic.
  var keysOfUpdates: [Place: [String]] {
    var keys: [Place: [String]] = [:]
    for update in changeSet?.sections.updated ?? [] { keys[.section(update.old)] = update.keys?.sorted() }
    for update in changeSet?.items.updated ?? [] {
      keys[.item(section: update.old.section, item: update.old.item)] = update.keys?.sorted()
    }
    return keys
  }
}
