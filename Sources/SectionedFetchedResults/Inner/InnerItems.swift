import CoreData
import Foundation

/// Makes the library's own fetched results controllers.
package enum InnerController {
  /// A key of a context's `userInfo`: where its value is true and our controllers stand in for Apple's, they follow no
  /// relationships, as Apple's do not.
  package static let ignoresRelationships = "SectionedFetchedResults.ignoresRelationships"
  /// A key of a context's `userInfo`: an `InnerControllerMaker` that makes the controllers there instead.
  package static let maker = "SectionedFetchedResults.maker"
}

/// Makes an inner controller of a request, a context, a section key path and a cache name.
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
  /// The IDs of items that have left the list while that is still being reported, where a name does not show an item's
  /// subentity.
  var former: [ItemToken: NSManagedObjectID] = [:]
  /// Data about the groups that the inner controller does not have.
  var groups = InnerGroups()

  /// - Parameters:
  ///   - list: its item request is changed here.
  ///   - make: makes the inner controller.
  ///   - ledger: records what made the cache files.
  init(
    _ list: ListRequest, in context: NSManagedObjectContext, making make: InnerControllerMaker, _ ledger: CacheLedger
  ) {
    self.ledger = ledger
    let request = list.items
    let path = list.path
    let descriptors = request.sortDescriptors ?? []
    // Sorted by the key itself, whatever comparison the program names: two keys that are one to it, as with upper and
    // lower case, would have their items mixed. The groups are shown in the sections' order.
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
