import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Delivers what the inner controllers told, one batch for each event. What is told while callbacks run is delivered
  /// after them.
  ///
  /// - Parameter isLast: whether the inner controllers have had time to tell all of the last event.
  func flush(isLast: Bool = false) {
    guard !isDelivering, held == nil, !isMoveAnnounced, let lists else { return }
    while !lists.pending.isEmpty {
      let event = lists.pending.removeFirst()
      deliver(event, of: lists)
      guard self.lists === lists else { return }
    }
    if !lists.facts.mentioned.isEmpty, lists.hasMissed {
      recover(from: ListMismatch.itemPlace, event: lists.takeUntold(), old: shown, lists: lists)
    } else if !lists.untold.isEmpty {
      if isLast { deliver(lists.takeUntold(), of: lists) } else { scheduleFlush() }
    }
    lists.facts = EventFacts()
  }

  private func deliver(_ event: InnerEvent, of lists: FetchedLists<Section, Item>) {
    let old = shown
    do {
      let step = try lists.apply(event)
      let changes = try changes(of: step.transition, from: old, lists: lists)
      deliver(changes, from: old, to: lists.shownList(number: old.number + 1), leaving: step.leaving)
    } catch {
      recover(from: error, event: event, old: old, lists: lists)
    }
    reportSharedKeys(lists)
  }

  /// Delivers a step that no inner controller told.
  func deliver(
    _ transition: ListTransition<ItemToken>, from old: ShownList<Section>, lists: FetchedLists<Section, Item>,
    leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    let new = lists.shownList(number: old.number + 1)
    do {
      deliver(try changes(of: transition, from: old, lists: lists), from: old, to: new, leaving: leaving)
    } catch {
      Log.note("A step of the list does not explain it (\(error)); the whole lists are compared instead.")
      deliverDifference(from: old, to: new, revised: .none)
    }
  }

  /// The change set of a step, replayed if that is asked for.
  private func changes(
    of transition: ListTransition<ItemToken>, from old: ShownList<Section>, lists: FetchedLists<Section, Item>
  ) throws -> ChangeSet {
    let new = lists.shownList(number: old.number + 1)
    let sectionID = { self.sectionID(of: $0, in: new, or: old) }
    if verifiesChanges { try verify(transition, sectionID, from: old, to: new) }
    return try transition.changes(sectionID: sectionID, itemID: { lists.id(of: $0) })
  }

  /// What was told does not fit what is there: the lists are built anew and compared whole.
  private func recover(
    from error: any Error, event: InnerEvent, old: ShownList<Section>, lists: FetchedLists<Section, Item>
  ) {
    Log.note("The inner controller's changes do not fit its list (\(error)); the whole lists are compared instead.")
    let touches = event.items?.touches ?? []
    let revised = Revised.some(
      items: Set(touches.map { lists.token(of: $0.object) }),
      sections: Set((event.sections ?? []).filter { lists.sectionKeys(of: $0) != [] }.map(\.object.objectID)))
    let leaving = touches.filter { $0.new == nil }.map { ($0.object.objectID, $0.object) }
    lists.build(policies: lists.engine.version.policies)
    deliverDifference(
      from: old, to: lists.shownList(number: old.number + 1), revised: revised,
      leaving: Dictionary(leaving) { first, _ in first })
    fail(SectionedFetchedResultsError.inconsistentChanges("\(error)"))
  }

  private func sectionID(of slot: Int32, in new: ShownList<Section>, or old: ShownList<Section>) -> NSManagedObjectID? {
    if Int(slot) < new.objects.count, let object = new.objects[Int(slot)] { return object.objectID }
    return Int(slot) < old.objects.count ? old.sectionID(of: slot) : nil
  }

  /// Shows the new list and tells the changes to everyone who listens. An empty change set is never told.
  func deliver(
    _ changes: ChangeSet, from old: ShownList<Section>, to new: ShownList<Section>,
    leaving: [NSManagedObjectID: NSManagedObject]
  ) {
    guard !changes.isEmpty else {
      // What is shown is the same, though not its bookkeeping.
      shown = new
      shown.number = old.number
      return
    }
    isDelivering = true
    defer { isDelivering = false }
    shown = old
    isShowingOther = true
    delegate?.controllerWillChangeContent(self)
    shown = new
    isShowingOther = false
    if let delegate {
      if unheard != [.sections, .items] { callOut(changes, to: delegate, old: old, leaving: leaving) }
      delegate.controllerDidChangeContent(self)
      delegate.controller(self, didChangeContentWith: changes)
    }
    sendOutputs(changes)
  }

  private func callOut(
    _ changes: ChangeSet, to delegate: any SectionedFetchedResultsControllerDelegate<Section, Item>,
    old: ShownList<Section>, leaving: [NSManagedObjectID: NSManagedObject]
  ) {
    let calls = changes.classicCallbacks(classicCallbacks)
    for call in calls.sections where !unheard.contains(.sections) {
      let info: SectionedFetchedResultsSectionInfo<Section, Item>
      switch call.subject {
      case .present(let index): info = SectionedFetchedResultsSectionInfo(at: index, of: shown, controller: self)
      case .gone:
        guard let index = call.old else { continue }
        info = SectionedFetchedResultsSectionInfo(at: index, of: old, controller: self)
      }
      delegate.controller(
        self, didChange: info, atSectionIndex: call.old, for: NSFetchedResultsChangeType(call.kind),
        newSectionIndex: call.new)
    }
    for call in calls.items where !unheard.contains(.items) {
      let item: Item?
      switch call.subject {
      case .present(let place): item = object(at: place, of: shown)
      case .gone(let id): item = (leaving[id] ?? managedObjectContext.object(with: id)) as? Item
      }
      guard let item else { continue }
      delegate.controller(
        self, didChange: item, at: call.old?.indexPath, for: NSFetchedResultsChangeType(call.kind),
        newIndexPath: call.new?.indexPath)
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
  var indexPath: IndexPath { IndexPath(indexes: [section, item]) }
}
