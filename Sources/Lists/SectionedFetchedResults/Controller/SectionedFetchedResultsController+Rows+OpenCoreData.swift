#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges

  // The shown list by primary keys, which the inner controller provides. Reading it creates no objects and no IDs.
  extension SectionedFetchedResultsController {
    /// The primary keys of the items of the shown section at an existing index, in order.
    ///
    /// - Complexity: O(items of the section).
    package func primaryKeys(inSection index: Int) -> ContiguousArray<Int64> {
      tracker.shown.version.tokens(of: tracker.shown.version.shown[index])
    }

    /// The number of items of the shown section at an existing index.
    package func shownItemCount(inSection index: Int) -> Int { tracker.shown.version.itemCount(at: index) }

    /// The item at an existing place. It may be a fault.
    package func shownObject(at place: ItemPlace) -> Item { typed(tracker.shownObject(at: place)) }

    /// The primary key of the item at an existing place.
    package func primaryKey(at place: ItemPlace) -> Int64 { tracker.shown.version.token(at: place) }

    /// Returns the place of the item with a primary key; nil when it is not shown.
    package func place(ofPrimaryKey primaryKey: Int64) -> ItemPlace? {
      guard let lists = tracker.shownLists else { return nil }
      return indexPath(forObjectID: lists.id(of: primaryKey)).map { ItemPlace(section: $0[0], item: $0[1]) }
    }
  }
#endif
