import CoreData
import Foundation

/// The inner list: the items, grouped by their section's key, as an inner `NSFetchedResultsController` holds them.
final class InnerItems<Item: NSManagedObject> {
  let controller: NSFetchedResultsController<Item>
  let recorder = InnerRecorder()
  let path: GroupingPath
  let entity: NSEntityDescription

  /// - Parameters:
  ///   - request: copied here. It keeps no limit and no offset: those count items in display order.
  ///   - entity: the request's.
  init(
    _ request: NSFetchRequest<Item>, of entity: NSEntityDescription, in context: NSManagedObjectContext,
    by path: GroupingPath, cacheName: String?
  ) {
    let request = copy(of: request)
    request.fetchLimit = 0
    request.fetchOffset = 0
    let descriptors = request.sortDescriptors ?? []
    if descriptors.first?.key != path.text {
      request.sortDescriptors = [NSSortDescriptor(key: path.text, ascending: true)] + descriptors
    }
    self.path = path
    self.entity = entity
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path.text, cacheName: cacheName)
    controller.delegate = recorder
  }

  func performFetch() throws { try controller.performFetch() }

  deinit { controller.delegate = nil }
}

extension InnerItems {
  /// The object at a place, which must exist. It may be a fault.
  func object(at place: GroupPlace) -> Item { controller.object(at: place.indexPath) }
}

/// A copy of a request, so that later edits of the original change nothing until it is fetched again.
func copy<Result>(of request: NSFetchRequest<Result>) -> NSFetchRequest<Result> {
  guard let copy = request.copy() as? NSFetchRequest<Result> else {
    fatalError("A copy of a fetch request is a fetch request of the same type; a subclass of it must copy itself so.")
  }
  return copy
}
