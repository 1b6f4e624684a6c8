import Foundation
import OrderedRows

extension ResultsTracker {
  /// Fills in the changed properties of each row. A row without changed properties is then not revised.
  func addChangedKeys(to changes: inout ResultsChanges) {
    for (number, row) in changes.rows.names.enumerated() {
      let keys = changedKeys(of: row, isNew: changes.rows.elements[number].old == nil, in: changes)
      changes.rows.elements[number].setKeys(keys)
    }
  }

  /// The properties of an object that an event changed. Nil if unknown, because the object was merged or refreshed;
  /// empty if the event does not name the object.
  private func changedKeys(of row: TouchedRow, isNew: Bool, in changes: ResultsChanges) -> Set<String>? {
    guard let touch = row.touch else { return [] }
    guard let slots = changes.touches[touch].slots else { return isNew ? [] : nil }
    return context.events.propertyNames.names(of: slots, of: context.graph.model.entities[Int(row.key.entity)])
  }

  /// Reports the changes to the delegate, in the order that the protocol documents. The list is already the new one.
  ///
  /// - Parameter gone: the infos of the deleted sections.
  func report(
    _ changes: ResultsChanges, _ gone: [ResultsSection],
    from controller: NSFetchedResultsController<any NSFetchRequestResult>,
    to delegate: any NSFetchedResultsControllerDelegate
  ) {
    let changes = DelegateChanges(changes)
    // Computed before any call, because a save in a callback changes the keys of objects.
    let calls = objectCalls(changes)
    let came = changes.insertedSections.map { accessorCache.info($0.key, of: self) }
    let difference =
      query?.section.isGrouped == false && reports.contains(.difference) ? difference(changes) : nil
    // If a callback replaces the delegate, the former one is not called any more. The new one is not called either,
    // because it was not notified of the beginning of the changes.
    func isDelegate() -> Bool { controller.delegate === delegate }
    delegate.controllerWillChangeContent(controller)
    for (section, info) in zip(changes.deletedSections, gone) {
      guard isDelegate() else { return }
      delegate.controller(controller, didChange: info, atSectionIndex: section.index, for: .delete)
    }
    for (section, info) in zip(changes.insertedSections, came) {
      guard isDelegate() else { return }
      delegate.controller(controller, didChange: info, atSectionIndex: section.index, for: .insert)
    }
    for call in calls {
      guard isDelegate() else { return }
      // The delegate's default implementation removes this option at the first call.
      guard reports.contains(.objects) else { break }
      delegate.controller(
        controller, didChange: call.object, at: call.old?.indexPath, for: call.type,
        newIndexPath: call.new?.indexPath
      )
    }
    if let difference, isDelegate() { delegate.controller(controller, didChangeContentWith: difference) }
    if isDelegate() { delegate.controllerDidChangeContent(controller) }
  }

  private struct ObjectCall {
    let object: NSManagedObject
    let type: NSFetchedResultsChangeType
    let old: RowPlace?
    let new: RowPlace?
  }

  /// The delegate calls for objects, in order.
  private func objectCalls(_ changes: DelegateChanges) -> [ObjectCall] {
    guard reports.contains(.objects) else { return [] }
    let deleted = changes.deleted.isEmpty ? [:] : context.events.undeliveredDeletions
    func call(_ key: RowKey, _ type: NSFetchedResultsChangeType, old: RowPlace?, new: RowPlace?) -> ObjectCall {
      ObjectCall(object: deleted[key] ?? context.graph.object(for: key), type: type, old: old, new: new)
    }
    var calls = changes.deleted.map { call($0.key, .delete, old: $0.place, new: nil) }
    calls += changes.inserted.map { call($0.key, .insert, old: nil, new: $0.place) }
    calls += changes.moved.map { call($0.key, .move, old: $0.old, new: $0.new) }
    calls += changes.updated.map { call($0.key, .update, old: $0.old, new: nil) }
    return calls
  }

  /// The changes of a list without sections, by object ID. An update is a removal and an insertion.
  private func difference(_ changes: DelegateChanges) -> CollectionDifference<NSManagedObjectID> {
    typealias Change = CollectionDifference<NSManagedObjectID>.Change
    var steps: [Change] = []
    for item in changes.deleted {
      steps.append(
        .remove(offset: item.place.item, element: context.graph.objectID(for: item.key), associatedWith: nil))
    }
    for item in changes.inserted {
      steps.append(
        .insert(offset: item.place.item, element: context.graph.objectID(for: item.key), associatedWith: nil))
    }
    for move in changes.moved + changes.updated {
      let id = context.graph.objectID(for: move.key)
      steps.append(.remove(offset: move.old.item, element: id, associatedWith: move.new.item))
      steps.append(.insert(offset: move.new.item, element: id, associatedWith: move.old.item))
    }
    guard let difference = CollectionDifference(steps) else {
      // Impossible, because each old and each new place occurs only once.
      fatalError("The changes of a fetched results controller contradict each other; please report this.")
    }
    return difference
  }
}

extension RowPlace {
  // Appended, because creating an index path from an array literal would also allocate the array.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
