import CoreData
import Foundation
import SectionedChanges

// Whether a delegate has a method of its own cannot be asked. A default that is called marks the controller, so that
// nothing is prepared for that method again.
extension SectionedFetchedResultsControllerDelegate {
  /// The default does nothing.
  public func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    controller.tracker.unusedCalls.insert(.will)
  }

  /// The default does nothing. The calls for sections are no longer made then.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    controller.tracker.unusedCalls.insert(.sections)
  }

  /// The default does nothing. The calls for items are no longer made then, nor their objects.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    controller.tracker.unusedCalls.insert(.items)
  }

  /// The default does nothing.
  public func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    controller.tracker.unusedCalls.insert(.did)
  }

  /// The default does nothing.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {
    controller.tracker.unusedCalls.insert(.changes)
  }

  /// The default does nothing.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didObtainPermanentIDs changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {}

  /// The default asks the controller's `sectionIndexTitle(forSectionName:)`.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    controller.sectionIndexTitle(forSectionName: sectionName)
  }

  /// The default does nothing: the error is dropped.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error
  ) {}
}
