import CoreData
import Foundation
import SectionedChanges

// Whether a delegate has a method of its own cannot be asked. A default of the controller's delegate that is called
// marks the controller, so that nothing is prepared for that method again.
extension SectionedFetchedResultsControllerDelegate {
  /// The default does nothing.
  public func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    noteUnused(.will, of: controller)
  }

  /// The default does nothing. Where it is that of the controller's delegate, the calls for sections are no longer
  /// made.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    noteUnused(.sections, of: controller)
  }

  /// The default does nothing. Where it is that of the controller's delegate, the calls for items are no longer made,
  /// nor their objects.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    noteUnused(.items, of: controller)
  }

  /// The default does nothing.
  public func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    noteUnused(.did, of: controller)
  }

  /// The default does nothing.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {
    noteUnused(.changes, of: controller)
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

  /// The default writes the error to the log.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error
  ) {
    controller.noteUntaken(error)
  }

  /// Marks a call as unused if the default is that of the controller's own delegate. A delegate that forwards its calls
  /// may have receivers with the method and without it, which says nothing about the controller's.
  private func noteUnused(
    _ call: UnusedCalls, of controller: SectionedFetchedResultsController<SectionResult, ItemResult>
  ) {
    if controller.delegate === self { controller.tracker.unusedCalls.insert(call) }
  }
}
