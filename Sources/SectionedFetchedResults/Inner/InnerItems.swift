import CoreData
import Foundation

/// The inner list: the items, grouped by their section's key, as an inner `NSFetchedResultsController` holds them.
final class InnerItems {
  let controller: NSFetchedResultsController<NSManagedObject>
  let recorder: InnerRecorder
  let path: GroupingPath
  let entity: NSEntityDescription
  /// The IDs of items that are in the list no more while somebody is still told of them, where a name does not say which
  /// subentity an item is of.
  var former: [ItemToken: NSManagedObjectID] = [:]

  /// - Parameter list: its item request is changed here.
  init(_ list: ListRequest, in context: NSManagedObjectContext) {
    let request = list.items
    let path = list.path
    let descriptors = request.sortDescriptors ?? []
    if descriptors.first?.key != path.text {
      request.sortDescriptors = [NSSortDescriptor(key: path.text, ascending: true)] + descriptors
    }
    self.path = path
    entity = list.itemEntity
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path.text, cacheName: list.cacheName)
    recorder = InnerRecorder(controller)
  }

  func performFetch() throws { try controller.performFetch() }

  deinit { controller.delegate = nil }
}
