import CoreData
import Foundation

/// The section list: the section objects in the order of their fetch, as a second inner controller holds them, one
/// without groups. It places each section that changes by its sort values and fetches nothing again.
final class InnerSections<Section: NSManagedObject> {
  let controller: NSFetchedResultsController<Section>
  let recorder = InnerRecorder()

  /// - Parameters:
  ///   - request: copied here. Sections are the whole of what matches; limits are for items.
  ///   - path: leads from an item to its section.
  init(_ request: NSFetchRequest<Section>, in context: NSManagedObjectContext, by path: GroupingPath) {
    let request = copy(of: request)
    // Every section object is shown, and its key is read: they come filled, in one query.
    request.returnsObjectsAsFaults = false
    let isUnordered = request.sortDescriptors?.isEmpty ?? true
    if isUnordered { request.sortDescriptors = Self.defaultOrder(by: path) }
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = recorder
    if isUnordered { allowDefaultOrder() }
  }

  func performFetch() throws { try controller.performFetch() }

  var objects: [Section] { controller.fetchedObjects ?? [] }

  var count: Int { controller.sections?.first?.numberOfObjects ?? 0 }

  func object(at index: Int) -> Section { controller.object(at: IndexPath(indexes: [0, index])) }

  func index(of object: NSManagedObject) -> Int? {
    (object as? Section).flatMap { controller.indexPath(forObject: $0) }.map { $0[1] }
  }

  deinit { controller.delegate = nil }
}
