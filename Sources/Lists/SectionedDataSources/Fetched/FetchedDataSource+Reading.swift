import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedDataSource {
  /// The context that the source follows.
  public var managedObjectContext: NSManagedObjectContext { controller.managedObjectContext }

  /// All items in display order.
  ///
  /// - Complexity: O(rows).
  public var fetchedItems: [Item] { allItems }

  /// The object of an item; nil if it is not in the list.
  ///
  /// - Parameter id: the item's present identifier, or the one with which it was inserted.
  /// - Complexity: that of ``place(of:)-(ListedID<NSManagedObjectID>)``.
  public func item(for id: ListedID<NSManagedObjectID>) -> Item? {
    place(of: id).map { controller.object(at: [$0.section, $0.item]) }
  }

  /// The object at a place of the controller's present list, which during an event may be newer than the list of the
  /// last step; nil if the place is not in it.
  package func currentItem(at place: ItemPlace) -> Item? {
    let sections = controller.allSections
    guard place.section >= 0, place.section < sections.count, place.item >= 0,
      place.item < sections[place.section].numberOfObjects
    else { return nil }
    return controller.object(at: [place.section, place.item])
  }

  /// The section with an identifier; nil if it is not in the list.
  ///
  /// - Parameter id: the section object's present identifier, or the one with which it was inserted; nil for the
  ///   section of unmatched items.
  public func section(for id: ListedID<NSManagedObjectID?>) -> FetchedSection<SectionObject>? {
    index(ofSection: id).map { controller.section(at: $0).map { .object($0) } ?? .unmatched }
  }

  /// The place of an item in the controller's present list; nil if it is not in the list.
  ///
  /// - Parameter id: the item's present identifier, or the one with which it was inserted.
  /// - Complexity: that of the controller's `indexPath(forObjectID:)`.
  public func place(of id: ListedID<NSManagedObjectID>) -> ItemPlace? {
    guard id.occurrence == 0 else { return nil }
    return controller.indexPath(forObjectID: list.current(of: id.id)).map {
      ItemPlace(section: $0[0], item: $0[1])
    }
  }

  /// The index of a section in the controller's present list; nil if it is not in the list.
  ///
  /// - Parameter id: the section object's present identifier, or the one with which it was inserted; nil for the
  ///   section of unmatched items.
  /// - Complexity: that of the controller's `index(forSectionObjectID:)`.
  public func index(ofSection id: ListedID<NSManagedObjectID?>) -> Int? {
    guard id.occurrence == 0 else { return nil }
    guard let id = id.id else {
      let last = controller.allSections.count - 1
      return last >= 0 && controller.section(at: last) == nil ? last : nil
    }
    return controller.index(forSectionObjectID: list.current(of: id))
  }

  /// The place of an object; nil if it is not in the list.
  public func place(of item: Item) -> ItemPlace? { place(of: ListedID(item.objectID)) }
}
