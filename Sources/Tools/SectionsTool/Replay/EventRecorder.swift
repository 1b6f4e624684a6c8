import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A delegate that records its calls as values, event by event. A run prints and compares them.
final class EventRecorder: SectionedFetchedResultsControllerDelegate {
  private(set) var events: [RecordedEvent] = []
  private(set) var failures: [any Error] = []
  private var current = RecordedEvent()
  private let keepsLists: Bool

  /// - Parameter keepsLists: whether each event includes the list before and after it.
  init(keepsLists: Bool = false) { self.keepsLists = keepsLists }

  /// Returns the events since the last call.
  func takeEvents() -> [RecordedEvent] {
    defer { events = [] }
    return events
  }

  func controllerWillChangeContent(_ controller: ListSource.Controller) {
    current = RecordedEvent()
    if keepsLists { current.old = controller.snapshot }
  }

  func controller(
    _ controller: ListSource.Controller,
    didChange section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    current.changes.append(
      .init(
        kind: type, object: section.object?.objectID, at: sectionIndex.map { .section($0) },
        to: newSectionIndex.map { .section($0) }))
  }

  func controller(
    _ controller: ListSource.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    func place(_ path: IndexPath?) -> RecordedEvent.Place? { path.map { .item(section: $0[0], item: $0[1]) } }
    current.changes.append(
      .init(kind: type, object: item.objectID, at: place(indexPath), to: place(newIndexPath)))
  }

  func controller(_ controller: ListSource.Controller, didChangeContentWith changes: ListSource.Controller.ChangeSet) {
    current.changeSet = changes
    if keepsLists { current.new = controller.snapshot }
    do {
      current.plan = try UpdatePlan(changes, new: controller.outline)
    } catch {
      failures.append(error)
    }
    events.append(current)
  }

  func controller(_ controller: ListSource.Controller, didFailWith error: any Error) {
    failures.append(error)
  }
}
