import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// All items in display order, each made when it is looked at.
  ///
  /// A value of the list as it is now: held across an event, it keeps its items, also while they are deleted one by
  /// one.
  ///
  /// - Complexity: O(sections).
  public var items: SectionedFetchedResultsItems<Section, Item> {
    checkQueue()
    return SectionedFetchedResultsItems(self)
  }

  /// Returns the index path of the item with an object ID; nil when it is not shown.
  ///
  /// - Complexity: that of ``indexPath(forObject:)``. An object that is not registered yet is made as a fault.
  public func indexPath(forObjectID objectID: NSManagedObjectID) -> IndexPath? {
    tracker.shownPlace(of: objectID)?.indexPath
  }

  func object(section: Int, item: Int) -> Item {
    typed(tracker.object(section: section, item: item))
  }

  func typed(_ object: NSManagedObject) -> Item {
    guard let object = object as? Item else {
      // The model was right when it was fetched.
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
