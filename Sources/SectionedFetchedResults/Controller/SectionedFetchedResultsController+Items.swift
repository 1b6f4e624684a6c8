import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// All items in display order, each made when it is looked at. A view of the controller's current list.
  public var items: SectionedFetchedResultsItems<Section, Item> {
    checkQueue()
    return SectionedFetchedResultsItems(self)
  }

  /// Where the item with an object ID is shown; nil when it is not.
  public func indexPath(forObjectID objectID: NSManagedObjectID) -> IndexPath? {
    checkQueue()
    guard let item = managedObjectContext.object(with: objectID) as? Item else { return nil }
    return indexPath(forObject: item)
  }

  func object(section: Int, item: Int) -> Item {
    guard let object = tracker.object(section: section, item: item) as? Item else {
      fatalError("The item request fetches \(Item.self) objects; its entity has another class in the model.")
    }
    return object
  }
}

extension SectionedFetchedResultsController {
  func checkQueue() { tracker.checkQueue() }
}
