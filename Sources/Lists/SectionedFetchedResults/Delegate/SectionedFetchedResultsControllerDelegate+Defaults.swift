import CoreData
import Foundation
import SectionedChanges

// A program cannot detect whether a delegate implements a method itself. So a default implementation that the
// controller calls marks the controller, which then no longer prepares that call.
extension SectionedFetchedResultsControllerDelegate {
  /// The default implementation does nothing.
  public func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    noteUnused(.will, of: controller)
  }

  /// The default implementation does nothing. If the controller's delegate uses it, the controller stops making calls
  /// for sections.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChange section: SectionedFetchedResultsSectionInfo<SectionResult, ItemResult>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    noteUnused(.sections, of: controller)
  }

  /// The default implementation does nothing. If the controller's delegate uses it, the controller stops making calls
  /// for items and creating their objects for it.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didChange item: ItemResult,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    noteUnused(.items, of: controller)
  }

  /// The default implementation does nothing.
  public func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<SectionResult, ItemResult>) {
    noteUnused(.did, of: controller)
  }

  /// The default implementation does nothing.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {
    noteUnused(.changes, of: controller)
  }

  /// The default implementation does nothing.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    didObtainPermanentIDs changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {}

  /// The default implementation returns the controller's `sectionIndexTitle(forSectionName:)`.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    controller.sectionIndexTitle(forSectionName: sectionName)
  }

  /// The default implementation writes the error to the log.
  public func controller(
    _ controller: SectionedFetchedResultsController<SectionResult, ItemResult>, didFailWith error: any Error
  ) {
    controller.noteUntaken(error)
  }

  /// Marks a call as unused if the controller's own delegate uses the default implementation. A delegate may forward
  /// its calls to receivers with and without the method, which must not mark the controller.
  private func noteUnused(
    _ call: UnusedCalls, of controller: SectionedFetchedResultsController<SectionResult, ItemResult>
  ) {
    if controller.delegate === self { controller.tracker.unusedCalls.insert(call) }
  }
}
