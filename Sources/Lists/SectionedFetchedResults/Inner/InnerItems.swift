import CoreData
import Foundation

/// Makes the library's own fetched results controllers.
package enum InnerController {
  /// A key of a context's `userInfo`. If its value is true, and our controllers are used through Apple's interface,
  /// they do not follow related objects, as Apple's do not.
  package static let ignoresRelationships = "SectionedFetchedResults.ignoresRelationships"
  /// A key of a context's `userInfo`. Its value is an `InnerControllerMaker` that makes the context's inner
  /// controllers.
  package static let maker = "SectionedFetchedResults.maker"
}

/// Makes an inner controller from a request, a context, a section key path and a cache name.
package typealias InnerControllerMaker = (
  NSFetchRequest<NSManagedObject>, NSManagedObjectContext, String?, String?
) -> NSFetchedResultsController<NSManagedObject>

/// The inner list: the items, grouped by their section's key, as an inner `NSFetchedResultsController` holds them.
final class InnerItems {
  let controller: NSFetchedResultsController<NSManagedObject>
  let recorder: InnerRecorder
  let path: GroupingPath
  let entity: NSEntityDescription
  private let ledger: CacheLedger
  /// The IDs of items that have left the list, until their removal has been reported. Filled only if a token alone does
  /// not determine the entity of an object.
  var former: [ItemToken: NSManagedObjectID] = [:]
  /// Data about the groups that the inner controller does not provide.
  var groups = InnerGroups()

  /// - Parameters:
  ///   - list: its item request is changed here.
  ///   - make: makes the inner controller.
  ///   - ledger: records which requests made the cache files.
  init(
    _ list: ListRequest, in context: NSManagedObjectContext, making make: InnerControllerMaker, _ ledger: CacheLedger
  ) {
    self.ledger = ledger
    let request = list.items
    let path = list.path
    let descriptors = request.sortDescriptors ?? []
    // Sorts by the key itself and not by the comparison that the program names, because one that ignores case, say,
    // would mix the items of different keys. The groups need no order of their own, because the sections' order is
    // shown.
    let given = descriptors.first.flatMap { $0.key == path.text ? $0 : nil }
    let byKey = NSSortDescriptor(key: path.text, ascending: given?.ascending ?? true)
    request.sortDescriptors = [byKey] + descriptors.dropFirst(given == nil ? 0 : 1)
    self.path = path
    entity = list.itemEntity
    controller = make(request, context, path.text, list.cacheName)
    recorder = InnerRecorder(controller)
  }

  func performFetch() throws {
    ledger.prepare(
      controller.cacheName, for: controller.fetchRequest, by: path.text, in: controller.managedObjectContext)
    try controller.performFetch()
  }

  deinit { controller.delegate = nil }
}
