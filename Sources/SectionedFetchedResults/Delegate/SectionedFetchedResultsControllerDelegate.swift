import CoreData
import Foundation
import SectionedChanges

/// Is notified of what changed in a `SectionedFetchedResultsController`, one batch for each event of its context.
///
/// ```swift
/// extension ZonesScreen: @MainActor SectionedFetchedResultsControllerDelegate {
///   func controller(
///     _ controller: SectionedFetchedResultsController<Country, Zone>,
///     didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
///   ) {
///     dataSource.apply(controller.diffableSnapshot)
///   }
/// }
/// ```
///
/// Every method may be left out. The order within a batch: ``controllerWillChangeContent(_:)``, the sections, the
/// items, ``controllerDidChangeContent(_:)``, ``controller(_:didChangeContentWith:)``. Sections and items alike come as
/// deletions (by descending old index), insertions (by ascending new index), moves (by ascending new index) and updates
/// (by ascending old index).
///
/// Deletions and updates and the first index of a move are in the *old* list, insertions and the second index of a move
/// in the *new* one. In ``controllerWillChangeContent(_:)`` the controller still shows the old list, in all later calls
/// the new one. A change that a delegate makes is delivered as the next batch.
///
/// A class bound to the main actor conforms with `@MainActor SectionedFetchedResultsControllerDelegate`.
public protocol SectionedFetchedResultsControllerDelegate<SectionResult, ItemResult>: AnyObject {
  /// The class of the controller's section objects. The compiler finds it in the parameters of the methods.
  ///
  /// The compiler's “protocol requires nested type 'SectionResult'” means that no method has the parameters of this
  /// protocol, as when Apple's are still there. Do not take the stubs that it offers: with them the class compiles, and
  /// its methods are never called. Make each first parameter a `SectionedFetchedResultsController<Country, Zone>`.
  associatedtype SectionResult: NSManagedObject
  /// The class of the controller's items, which the compiler finds as ``SectionResult``.
  associatedtype ItemResult: NSManagedObject

  /// The list is about to change. The controller still shows the old one. The first call of a batch. A delegate that is
  /// set in it is notified of the whole batch, one that is set in a later call from the next batch on.
  func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>)

  /// A section came, went, moved or changed itself.
  ///
  /// A move that one batch of a view would not accept is reported as a deletion and an insertion, unless the
  /// controller's `classicCallbacks` are `faithful`.
  ///
  /// - Parameters:
  ///   - controller: whose list changed.
  ///   - section: the section in the new list; of a section that is gone, as it was in the old list.
  ///   - sectionIndex: in the old list; nil for an insertion.
  ///   - type: what happened to it.
  ///   - newSectionIndex: in the new list; nil for a deletion and for an update. Apple's method has no such parameter:
  ///     without it a method compiles, and is never called.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?)

  /// An item came, went, moved or changed itself. A move implies an update. Items that went with a deleted section, or
  /// came with an inserted one, are reported too.
  ///
  /// - Parameters:
  ///   - controller: whose list changed.
  ///   - item: the object; a deleted one is good for its ID only.
  ///   - indexPath: in the old list; nil for an insertion.
  ///   - type: what happened to it.
  ///   - newIndexPath: in the new list; nil for a deletion and for an update.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

  /// All changes of sections and items have been reported. The controller shows the new list.
  func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>)

  /// The batch as one value, never an empty one. The last call of a batch.
  ///
  /// - Parameters:
  ///   - controller: whose list changed.
  ///   - changes: the changes from the old list to the new one. A section's identifier is nil for the section of
  ///     unmatched items.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// Objects of the list got permanent IDs, as a rule because they were saved. The list is the same.
  ///
  /// It is no batch: it is called at once, also while the callbacks of a batch are under way, and the controller shows
  /// the new IDs already. A delegate that keeps objects by their IDs replaces these.
  ///
  /// - Parameters:
  ///   - controller: whose list has them.
  ///   - changes: `renamed` names the old and the new IDs, `updated` where the objects stand, in the same order;
  ///     nothing else is in it. Applied to the last snapshot it gives the next.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didObtainPermanentIDs changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// The index title of a section by its name; the default is the letter of the language's alphabet
  /// under which the name is listed.
  ///
  /// Not called for a section whose title comes from the controller's `sectionIndexTitleKeyPath`.
  ///
  /// - Parameters:
  ///   - controller: whose section it is.
  ///   - sectionName: the section's name.
  /// - Returns: the title; nil for a section that is not in the index.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?

  /// Something is wrong with the fetched objects, such as two sections with one key. The list goes on by the rule of
  /// each error. The fetch after a reset of the context, where it failed, is made again with the next event; so are
  /// reads that failed in an event.
  ///
  /// - Parameters:
  ///   - controller: whose list is concerned.
  ///   - error: a ``SectionedFetchedResultsError``; the store's error when an object got no permanent ID; or the error
  ///     of a fetch that the controller made by itself, as after a reset of the context. On Apple platforms the inner
  ///     controllers keep to themselves what they could not read.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error)
}
