import CoreData
import Foundation

/// The section list: the section objects in the order of their fetch, as a second inner controller holds them, one
/// without groups. It places each section that changes by its sort values and fetches nothing again.
final class InnerSections {
  let controller: NSFetchedResultsController<NSManagedObject>
  let recorder: InnerRecorder
  let entity: NSEntityDescription

  /// - Parameter list: its section request is changed here. Sections are the whole of what matches; limits are for
  ///   items.
  init(_ list: ListRequest, in context: NSManagedObjectContext) {
    let request = list.sections
    entity = list.sectionEntity
    // Where the key of each is read, they come filled, together and not one by one.
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
