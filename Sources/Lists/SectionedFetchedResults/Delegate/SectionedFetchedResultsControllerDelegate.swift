import CoreData
import Foundation
import SectionedChanges

/// Receives the changes of a `SectionedFetchedResultsController`, one batch for each event of its context.
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
/// All methods are optional. The order within a batch: ``controllerWillChangeContent(_:)``, the sections, the items,
/// ``controllerDidChangeContent(_:)``, ``controller(_:didChangeContentWith:)``. Both sections and items come as
/// deletions (by descending old index), insertions (by ascending new index), moves (by ascending new index) and updates
/// (by ascending old index).
///
/// Deletions, updates and the first index of a move refer to the *old* list. Insertions and the second index of a move
/// refer to the *new* one. In ``controllerWillChangeContent(_:)`` the controller still shows the old list, in all later
/// calls the new one. If a delegate changes objects, the changes are delivered as the next batch.
///
/// A class bound to the main actor conforms with `@MainActor SectionedFetchedResultsControllerDelegate`.
public protocol SectionedFetchedResultsControllerDelegate<SectionResult, ItemResult>: AnyObject {
  /// The class of the controller's section objects. The compiler infers it from the parameters of the methods.
  ///
  /// The compiler's error “protocol requires nested type 'SectionResult'” means that no method has the parameters of
  /// this protocol, for example because they are still those of Apple's. Do not accept the stubs that the compiler
  /// offers: the class then compiles, but its methods are never called. Make the first parameter of each method a
  /// `SectionedFetchedResultsController<Country, Zone>`.
  associatedtype SectionResult: NSManagedObject
  /// The class of the controller's items. The compiler infers it like ``SectionResult``.
  associatedtype ItemResult: NSManagedObject

  /// Called first in a batch, before the list changes. The controller still shows the old list. If this call sets
  /// another delegate, that one is notified of the whole batch. A delegate that is set in a later call is notified from
  /// the next batch on.
  func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>)

  /// Called when a section was inserted, deleted, moved or updated.
  ///
  /// A move that a view would not accept within one batch is reported as a deletion and an insertion, unless the
  /// controller's `classicCallbacks` are `faithful`.
  ///
  /// - Parameters:
  ///   - controller: the controller whose list changed.
  ///   - section: the section in the new list; for a deletion, the section in the old list.
  ///   - sectionIndex: the index in the old list; nil for an insertion.
  ///   - type: the kind of change.
  ///   - newSectionIndex: the index in the new list; nil for a deletion or an update. Apple's method lacks this
  ///     parameter; a method without it compiles, but is never called.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?)

  /// Called when an item was inserted, deleted, moved or updated. A move implies an update. The items of a deleted or
  /// inserted section are reported, too.
  ///
  /// - Parameters:
  ///   - controller: the controller whose list changed.
  ///   - item: the object. Of a deleted object, use only the ID.
  ///   - indexPath: the index path in the old list; nil for an insertion.
  ///   - type: the kind of change.
  ///   - newIndexPath: the index path in the new list; nil for a deletion or an update.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

  /// Called when all changes of sections and items have been reported. The controller shows the new list.
  func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>)

  /// Called last in a batch, with the whole batch as one value. It is never empty.
  ///
  /// - Parameters:
  ///   - controller: the controller whose list changed.
  ///   - changes: the changes from the old list to the new one. The section of unmatched items has the identifier nil.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// Called when objects of the list got permanent IDs, usually because they were saved. The list stays the same.
  ///
  /// This call is not part of a batch. It comes at once, even between the callbacks of a batch, and the controller
  /// already shows the new IDs. A delegate that stores objects by ID must replace the IDs.
  ///
  /// - Parameters:
  ///   - controller: the controller whose list has the objects.
  ///   - changes: `renamed` has the old and new IDs, and `updated` has the places of the objects in the same order. All
  ///     else is empty. Applied to the last snapshot, the changes give the next one.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didObtainPermanentIDs changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>)

  /// Returns the index title of a section by its name. The default implementation returns the letter of the language's
  /// alphabet under which the name is listed.
  ///
  /// Not called for a section whose title comes from the controller's `sectionIndexTitleKeyPath`.
  ///
  /// - Parameters:
  ///   - controller: the controller that has the section.
  ///   - sectionName: the section's name.
  /// - Returns: the title; nil to leave the section out of the index.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?

  /// Called when something is wrong with the fetched objects, such as two sections with one key, or when a read failed.
  /// Each error says how the list goes on. If the fetch after a reset of the context fails, or a read during an event,
  /// it is repeated with the next event.
  ///
  /// - Parameters:
  ///   - controller: the controller whose list is concerned.
  ///   - error: a ``SectionedFetchedResultsError``; the store's error if an object got no permanent ID; or the error of
  ///     a fetch that the controller made by itself, for example after a reset of the context. On Apple platforms, the
  ///     inner controllers do not report reads that failed.
  func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error)
}
