import CoreData
import SectionedChanges

// What is shown by places, for what keeps a list of its own: no snapshot is made for it.
extension SectionedFetchedResultsController {
  /// Notifies a reader of each list from now on, with what leads to it, in the middle of a delegate's batch: also of what
  /// no delegate is notified of. It is not kept alive.
  package func follow(with reader: some ListReader) {
    tracker.outputs.add(reader)
    if isFetched { tracker.followEnds() }
  }

  /// Whether a fetch has succeeded.
  package var isFetched: Bool { tracker.lists != nil }

  /// The number of sections that are shown.
  package var shownSectionCount: Int { tracker.shown.version.sectionCount }

  /// What names a section that is shown, which must exist; nil for the section of unmatched items.
  package func sectionID(at index: Int) -> NSManagedObjectID? {
    tracker.shown.sectionID(of: tracker.shown.version.shown[index])
  }

  /// What names the item at a place, which must exist.
  package func itemID(at place: ItemPlace) -> NSManagedObjectID {
    tracker.itemID(of: tracker.shown.version.token(at: place))
  }

  /// What names the items of a section that is shown, which must exist, in order.
  ///
  /// - Complexity: O(items of the section).
  package func itemIDs(inSection index: Int) -> [NSManagedObjectID] {
    tracker.shown.version.tokens(of: tracker.shown.version.shown[index]).map { tracker.itemID(of: $0) }
  }
}
