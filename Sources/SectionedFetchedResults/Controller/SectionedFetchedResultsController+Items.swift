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
    checkQueue()
    let version = shown.version
    guard section >= 0, section < version.sectionCount else {
      fatalError(
        "There is no item [\(section), \(item)]: the list has \(version.sectionCount) sections. "
          + "Ask allSections.count first.")
    }
    guard item >= 0, item < version.itemCount(at: section) else {
      fatalError(
        "There is no item [\(section), \(item)]: section \(section) has \(version.itemCount(at: section)) items. "
          + "Ask allSections[\(section)].numberOfObjects first.")
    }
    return object(at: ItemPlace(section: section, item: item), of: shown)
  }

  /// The object at a place of a list, which must exist.
  func object(at place: ItemPlace, of list: ShownList<Section>) -> Item {
    // The inner controller fetches in batches what is asked of it by place.
    if let lists, isInnerCurrent { return lists.items.object(at: lists.engine.innerPlace(of: place)) }
    let token = list.version.token(at: place)
    guard let object = managedObjectContext.object(with: id(of: token)) as? Item else {
      fatalError("The item request fetches \(Item.self) objects; its entity has another class in the model.")
    }
    return object
  }

  /// Whether the inner controllers show what this one shows.
  var isInnerCurrent: Bool {
    guard let lists else { return false }
    return lists.pending.isEmpty && !lists.items.recorder.isLate && !isShowingOther && held == nil
  }

  /// Where an object is shown.
  func shownPlace(of object: NSManagedObject) -> ItemPlace? {
    checkQueue()
    guard let lists else { return nil }
    guard isInnerCurrent else { return shown.version.place(of: lists.token(of: object)) }
    return lists.items.place(of: object).flatMap { lists.engine.shownPlace(of: $0) }
  }
}
