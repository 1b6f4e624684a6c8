import CoreData
import SectionedChanges
import SectionedFetchedResults

extension FetchedList {
  /// The context that the list follows; nil for none.
  public var managedObjectContext: NSManagedObjectContext? { rows.context }

  /// All items in order.
  ///
  /// - Complexity: O(rows).
  public var fetchedItems: [Item] { allItems }

  /// The object of an item; nil if it is not in the list.
  ///
  /// - Parameter id: the item's present identifier, or the one with which it was inserted.
  /// - Complexity: O(log rows). With a batch size, the objects that follow it are filled together with it.
  public func item(for id: ListedID<NSManagedObjectID>) -> Item? { rows.object(for: id) as? Item }

  /// The only section; nil before the first fetch, and without a context.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? {
    index(ofSection: id).map { _ in OnlySection() }
  }

  /// The place of an item; nil if it is not in the list.
  ///
  /// - Parameter id: the item's present identifier, or the one with which it was inserted.
  /// - Complexity: O(log rows).
  public func place(of id: ListedID<NSManagedObjectID>) -> ItemPlace? { rows.place(of: id) }

  /// The index of the only section, 0; nil before the first fetch, and without a context.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { rows.index(ofSection: id) }

  /// The object at a place of the present list, which during an event may be newer than the list of the last step; nil
  /// if the place is not in it.
  package func currentItem(at place: ItemPlace) -> Item? {
    guard place.section == 0, place.item >= 0, place.item < rows.list.order.itemCount else { return nil }
    return rows.object(at: place.item) as? Item
  }

  /// Calls a closure with each item in order. It ends early if the closure changes the places of the remaining items.
  ///
  /// - Parameters:
  ///   - section: the index of the section. Only section 0 has items.
  ///   - body: called with the identifier and the object of each item.
  /// - Complexity: O(rows).
  public func forEachItem(inSection section: Int, _ body: (ListedID<NSManagedObjectID>, Item) -> Void) {
    guard section == 0 else { return }
    rows.forEachObject { id, object in if let item = object as? Item { body(id, item) } }
  }

  /// The place of an object; nil if it is not in the list.
  ///
  /// - Complexity: O(log rows).
  public func place(of item: Item) -> ItemPlace? { place(of: ListedID(item.objectID)) }
}
