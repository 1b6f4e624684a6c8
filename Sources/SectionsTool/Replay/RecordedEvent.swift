import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A batch of callbacks, as a delegate received it.
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
  /// The list before and after, where the recorder keeps them.
  var old: ListSource.Controller.Snapshot?
  var new: ListSource.Controller.Snapshot?

  /// The changed keys of the updates, by old places; none where they are not known.
  ///
  /// - Complexity: O(updates). Looking up each one by itself would search all updates.
  var keysOfUpdates: [Place: [String]] {
    var keys: [Place: [String]] = [:]
    for update in changeSet?.sections.updated ?? [] { keys[.section(update.old)] = update.keys?.sorted() }
    for update in changeSet?.items.updated ?? [] {
      keys[.item(section: update.old.section, item: update.old.item)] = update.keys?.sorted()
    }
    return keys
  }
}
