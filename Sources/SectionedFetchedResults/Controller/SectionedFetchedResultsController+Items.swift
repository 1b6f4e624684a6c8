import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// All items in display order, each made when it is looked at.
  ///
  /// A value of the list as it is now: held across an event, it keeps its items, also while they are deleted one by one.
  ///
  /// - Complexity: O(sections).
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
    typed(tracker.object(section: section, item: item))
  }

  func typed(_ object: NSManagedObject) -> Item {
    guard let object = object as? Item else {
      fatalError("The item request fetches \(Item.self) objects; its entity has another class in the model.")
    }
    return object
  }
}

extension SectionedFetchedResultsController {
  func checkQueue() { tracker.checkQueue() }
}
