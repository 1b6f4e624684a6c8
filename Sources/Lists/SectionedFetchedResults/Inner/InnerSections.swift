import CoreData
import Foundation

/// The section list: the section objects in the order of their request, held by a second inner controller, without
/// groups. This controller moves a changed section by its sort values and does not fetch again.
final class InnerSections {
  let controller: NSFetchedResultsController<NSManagedObject>
  let recorder: InnerRecorder
  let entity: NSEntityDescription

  /// - Parameter list: its section request is changed here. That request has no limit, because limits are for items.
  init(_ list: ListRequest, in context: NSManagedObjectContext) {
    let request = list.sections
    entity = list.sectionEntity
    // The key of each section is read from an attribute, so let the fetch fill all objects at once.
    if list.path.attribute != nil { request.returnsObjectsAsFaults = false }
    let isUnordered = request.sortDescriptors?.isEmpty ?? true
    if isUnordered, let key = list.path.attribute {
      request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    }
    controller = InnerController.make(request, in: context)
    recorder = InnerRecorder(controller)
    if isUnordered { allowIdentityOrder() }
  }

  func performFetch() throws { try controller.performFetch() }

  var objects: [NSManagedObject] { controller.fetchedObjects ?? [] }

  var count: Int { controller.sections?.first?.numberOfObjects ?? 0 }

  func object(at index: Int) -> NSManagedObject { controller.object(at: IndexPath(indexes: [0, index])) }

  func index(of object: NSManagedObject) -> Int? {
    controller.indexPath(forObject: object).map { $0[1] }
  }

  deinit { controller.delegate = nil }
}
