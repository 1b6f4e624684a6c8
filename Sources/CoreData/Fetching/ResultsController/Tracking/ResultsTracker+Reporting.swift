import Foundation
import OrderedRows

extension ResultsTracker {
  /// Tells the delegate what changed, in the order that its protocol promises. The list is the new one already.
  ///
  /// - Parameter gone: the infos of the deleted sections.
  func report(
    _ changes: ResultsChanges, _ gone: [ResultsSection],
    from controller: NSFetchedResultsController<any NSFetchRequestResult>,
    to delegate: any NSFetchedResultsControllerDelegate
  ) {
    delegate.controllerWillChangeContent(controller)
    for (section, info) in zip(changes.deletedSections, gone) {
      delegate.controller(controller, didChange: info, atSectionIndex: section.index, for: .delete)
    }
    for section in changes.insertedSections {
      let info = made.info(section.key, of: self)
      delegate.controller(controller, didChange: info, atSectionIndex: section.index, for: .insert)
    }
    reportObjects(changes, from: controller, to: delegate)
    if query?.section.isGrouped == false, reports.contains(.difference) {
      delegate.controller(controller, didChangeContentWith: difference(changes))
    }
    delegate.controllerDidChangeContent(controller)
  }

  private func reportObjects(
    _ changes: ResultsChanges, from controller: NSFetchedResultsController<any NSFetchRequestResult>,
    to delegate: any NSFetchedResultsControllerDelegate
  ) {
    let deleted = changes.deleted.isEmpty ? [:] : context.toldDeletions
    func report(_ key: RowKey, _ type: NSFetchedResultsChangeType, old: RowPlace?, new: RowPlace?) {
      // The delegate's default takes this out at the first call.
      guard reports.contains(.objects) else { return }
      delegate.controller(
        controller, didChange: deleted[key] ?? context.object(for: key), at: old?.indexPath, for: type,
        newIndexPath: new?.indexPath
      )
    }
    for item in changes.deleted { report(item.key, .delete, old: item.place, new: nil) }
    for item in changes.inserted { report(item.key, .insert, old: nil, new: item.place) }
    for move in changes.moved { report(move.key, .move, old: move.old, new: move.new) }
    for update in changes.updated { report(update.key, .update, old: update.old, new: nil) }
  }

  /// The changes of a list without sections, by ID. An update is a removal and an insertion.
  private func difference(_ changes: ResultsChanges) -> CollectionDifference<NSManagedObjectID> {
    typealias Change = CollectionDifference<NSManagedObjectID>.Change
    var steps: [Change] = []
    for item in changes.deleted {
      steps.append(.remove(offset: item.place.item, element: context.objectID(for: item.key), associatedWith: nil))
    }
    for item in changes.inserted {
      steps.append(.insert(offset: item.place.item, element: context.objectID(for: item.key), associatedWith: nil))
    }
    for move in changes.moved + changes.updated {
      let id = context.objectID(for: move.key)
      steps.append(.remove(offset: move.old.item, element: id, associatedWith: move.new.item))
      steps.append(.insert(offset: move.new.item, element: id, associatedWith: move.old.item))
    }
    guard let difference = CollectionDifference(steps) else {
      // Each old and each new place is named once.
      fatalError("The changes of a fetched results controller contradict each other; please report this.")
    }
    return difference
  }
}

extension RowPlace {
  // Not of an array, which would be made first.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
