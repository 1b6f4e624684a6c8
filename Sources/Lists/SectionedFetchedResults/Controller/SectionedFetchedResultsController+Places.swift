import CoreData
import SectionedChanges

// The shown list by places, for clients that keep a list of their own. Reading it makes no snapshot.
extension SectionedFetchedResultsController {
  /// Notifies a reader of each new list, with the changes that lead to it, in the middle of a delegate's batch. The
  /// reader is also notified of lists that are not reported to a delegate. It is not retained.
  package func follow(with reader: some ListReader) {
    tracker.outputs.add(reader)
    if isFetched { tracker.followEnds() }
  }

  /// Whether a fetch has succeeded.
  package var isFetched: Bool { tracker.lists != nil }

  /// The number of sections that are shown.
  package var shownSectionCount: Int { tracker.shown.version.sectionCount }

  /// The ID of the shown section at an existing index; nil for the section of unmatched items.
  package func sectionID(at index: Int) -> NSManagedObjectID? {
    tracker.shown.sectionID(of: tracker.shown.version.shown[index])
  }

  /// The IDs of the shown sections, in order; nil for the section of unmatched items.
  ///
  /// - Complexity: O(sections).
  package var shownSectionIDs: [NSManagedObjectID?] {
    tracker.shown.version.shown.map { tracker.shown.sectionID(of: $0) }
  }

  /// The index of the shown section with an ID; nil when it is not shown.
  ///
  /// - Parameter id: the ID of the section's object; nil for the section of unmatched items.
  /// - Complexity: that of ``index(forSectionObjectID:)``.
  package func shownIndex(ofSectionWith id: NSManagedObjectID?) -> Int? {
    if let id { return index(forSectionObjectID: id) }
    return tracker.shown.version.index(of: ListVersion<ItemToken>.unmatched)
  }

  /// The ID of the item at an existing place.
  package func itemID(at place: ItemPlace) -> NSManagedObjectID {
    tracker.itemID(of: tracker.shown.version.token(at: place))
  }

  /// The IDs of the items of the shown section at an existing index, in order.
  ///
  /// - Complexity: O(items of the section).
  package func itemIDs(inSection index: Int) -> [NSManagedObjectID] {
    tracker.shown.version.tokens(of: tracker.shown.version.shown[index]).map { tracker.itemID(of: $0) }
  }
}
