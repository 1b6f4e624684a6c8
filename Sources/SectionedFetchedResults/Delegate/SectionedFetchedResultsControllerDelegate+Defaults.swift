import CoreData
import Foundation
import SectionedChanges

// Whether a delegate has a method of its own cannot be asked. A default that is called marks the controller, so that
// nothing is prepared for that method again.
extension SectionedFetchedResultsControllerDelegate {
  public func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    controller.tracker.unheard.insert(.will)
  }

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    controller.tracker.unheard.insert(.sections)
  }

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    controller.tracker.unheard.insert(.items)
  }

  public func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    controller.tracker.unheard.insert(.did)
  }

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {
    controller.tracker.unheard.insert(.changes)
  }

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didObtainPermanentIDs changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {}

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    controller.sectionIndexTitle(forSectionName: sectionName)
  }

  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error
  ) {}
}
