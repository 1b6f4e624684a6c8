import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController: TrackedController {
  /// Notifies the delegate of the coming changes. If the delegate sets another one in that call, the other one is
  /// notified, too, because it may have read the old list, which is still shown.
  ///
  /// - Returns: the delegate that gets the rest of the batch. Each delegate is notified once, so that the loop ends
  ///   even if two delegates set each other.
  func announceChanges() -> AnyObject? {
    guard let first = delegate else { return nil }
    first.controllerWillChangeContent(self)
    // The usual case.
    if isDelegate(first) { return first }
    var notified: [AnyObject] = [first]
    while let next = delegate, !notified.contains(where: { $0 === next }) {
      notified.append(next)
      next.controllerWillChangeContent(self)
    }
    return delegate
  }

  func report(_ batch: ChangeBatch, to notified: AnyObject) {
    guard let receiver = delegate, receiver === notified else { return }
    if !tracker.unusedCalls.isSuperset(of: [.sections, .items]) { callOut(batch, to: receiver) }
    if isDelegate(receiver) { receiver.controllerDidChangeContent(self) }
    if isDelegate(receiver) { receiver.controller(self, didChangeContentWith: batch.changes) }
    #if DEBUG
      if isDelegate(receiver) {
        tracker.noteIfMistaken(receiver, batch.changes, itemFetchRequest.entityName ?? "objects")
      }
    #endif
  }

  /// Whether the delegate is still the one that was notified of the coming changes. One that was set later has seen
  /// only the new list, and one that was replaced must not be called any more.
  private func isDelegate(_ receiver: AnyObject) -> Bool { delegate === receiver }

  func reportRenamed(_ changes: ChangeSet) { delegate?.controller(self, didObtainPermanentIDs: changes) }

  func report(_ error: any Error) {
    if let delegate { return delegate.controller(self, didFailWith: error) }
    if let report = tracker.reportUndelegated { report(error) } else { noteUntaken(error) }
  }

  /// Logs an error that no delegate handles, because the list may be out of date.
  func noteUntaken(_ error: any Error) {
    Log.note("The list of \(itemFetchRequest.entityName ?? "objects") has an error that no delegate takes: \(error)")
  }

  private func callOut(
    _ batch: ChangeBatch, to delegate: any SectionedFetchedResultsControllerDelegate<Section, Item>
  ) {
    let calls = tracker.classicCallbacks(of: batch.changes, classicCallbacks)
    for call in calls.sections where !tracker.unusedCalls.contains(.sections) {
      guard isDelegate(delegate) else { return }
      let info: SectionedFetchedResultsSectionInfo<Section, Item>
      switch call.subject {
      case .present(let index):
        info = SectionedFetchedResultsSectionInfo(at: index, of: tracker.shown, controller: self)
      case .gone:
        guard let index = call.old else { continue }
        info = SectionedFetchedResultsSectionInfo(at: index, of: batch.old, controller: self)
      }
      delegate.controller(
        self, didChange: info, atSectionIndex: call.old, for: NSFetchedResultsChangeType(call.kind),
        newSectionIndex: call.new)
    }
    // Iterates by index, because a call in a variable would be copied with its ID.
    let items = calls.items
    for index in items.indices where !tracker.unusedCalls.contains(.items) {
      guard isDelegate(delegate) else { return }
      guard let item = tracker.object(of: items[index], in: batch) as? Item else { continue }
      delegate.controller(
        self, didChange: item, at: items[index].old?.indexPath, for: NSFetchedResultsChangeType(items[index].kind),
        newIndexPath: items[index].new?.indexPath)
    }
  }
}

extension SectionedFetchedResultsController {
  /// Reports errors to a closure while there is no delegate. The program's delegate may have been released unnoticed.
  package func reportErrorsWithoutDelegate(to report: @escaping (any Error) -> Void) {
    tracker.reportUndelegated = report
  }

  /// Whether the context was reset and the list has not been fetched again yet.
  package var isFetchAwaited: Bool { tracker.isHeld }
}

extension SectionedTracker {
  func classicCallbacks(
    of changes: ChangeSet, _ policy: ClassicCallbackPolicy
  ) -> ClassicCallbacks<NSManagedObjectID?, NSManagedObjectID> {
    changes.classicCallbacks(policy)
  }

  /// The object of a callback. It may have left the list.
  func object(
    of call: ClassicCallback<ItemPlace, NSManagedObjectID>, in batch: ChangeBatch
  ) -> NSManagedObject {
    switch call.subject {
    case .present(let place):
      batch.present[place].flatMap { lists?.object(of: $0) }.map(live) ?? shownObject(at: place)
    case .gone(let id): batch.leaving[id].map(live) ?? context.object(with: id)
    }
  }
}

extension NSFetchedResultsChangeType {
  init<Place, ID>(_ kind: ClassicCallback<Place, ID>.Kind) {
    switch kind {
    case .insert: self = .insert
    case .delete: self = .delete
    case .move: self = .move
    case .update: self = .update
    }
  }
}

extension ItemPlace {
  // An array literal would be allocated first.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
