import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// All items in display order. Each object is created on demand.
  ///
  /// A value of the current version of the list: kept across an event, it still has its items, even after these are
  /// deleted.
  ///
  /// - Complexity: O(sections).
  public var items: SectionedFetchedResultsItems<Section, Item> {
    checkQueue()
    return SectionedFetchedResultsItems(self)
  }

  /// Returns the index path of the item with an object ID; nil when it is not shown.
  ///
  /// - Complexity: that of ``indexPath(forObject:)``. An unregistered object is created as a fault.
  public func indexPath(forObjectID objectID: NSManagedObjectID) -> IndexPath? {
    tracker.shownPlace(of: objectID)?.indexPath
  }

  func object(section: Int, item: Int) -> Item {
    typed(tracker.object(section: section, item: item))
  }

  func typed(_ object: NSManagedObject) -> Item {
    guard let object = object as? Item else {
      // The fetch checked the model's class, so only the program can have made an object of another one.
      fatalError(
        "An object of the entity \(object.entity.name ?? "") is a \(type(of: object)) and not a \(Item.self): make it as "
          + "one, or with NSEntityDescription.insertNewObject(forEntityName:into:).")
    }
    return object
  }
}

extension SectionedFetchedResultsController {
  func checkQueue() { tracker.checkQueue() }
}
