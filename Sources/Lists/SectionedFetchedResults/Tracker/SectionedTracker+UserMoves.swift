import CoreData
import OrderedRows
import SectionedChanges

extension SectionedTracker {
  /// A move by the user: the moved item or section, and the resulting list.
  struct UserMove {
    enum Subject {
      case item(ItemToken)
      case section(Int32)
    }

    let subject: Subject
    /// The list as the user sees it.
    let version: ListVersion<ItemToken>
    /// The changes that lead to that list.
    let changes: ChangeSet
    let oldItem: (ItemPlace) -> ItemPlace
    let oldSection: (Int) -> Int
  }

  /// Shows a user's move while the program makes its edits, then reports the changes from there to the actual list.
  func perform(_ edits: () throws -> Void, showing move: UserMove) rethrows {
    guard let lists, stage == .resting, !isHeld, lists.pending.isEmpty, waiting.isEmpty,
      !ContextObservation.isDelivering(context)
    else {
      // Do not show the move while an event is delivered or waits. The changes of the edits are reported as the next
      // event.
      defer {
        context.processPendingChanges()
        flush()
      }
      return try edits()
    }
    var moved: NSManagedObject?
    if case .item(let token) = move.subject { moved = lists.unsaved.object(token) }
    if !move.changes.isEmpty { advance(to: shown.showing(move.version), of: lists, by: move.changes) }
    stage = .moving
    // One block for followers, so that this list and other lists of the context show the results together.
    let contextEvents = ContextEvents.known(of: context)
    contextEvents?.enterBlock()
    defer { contextEvents?.leaveBlock() }
    defer {
      // Runs even if the edits throw.
      reportUnprocessed()
      stage = .delivering
      if !isHeld { settle(lists, move, moved) }
      stage = .resting
      flush()
    }
    try edits()
  }

  /// Reports the changes from the list that showed the move to the actual one.
  ///
  /// - Parameter moved: the moved item, if it was unsaved before the edits. They may have saved it.
  private func settle(_ lists: FetchedLists, _ move: UserMove, _ moved: NSManagedObject?) {
    for event in lists.pending { obtainPermanentIDs(for: event, of: lists) }
    // By a delegate that is notified of these IDs.
    if isHeld { return }
    let (announced, events) = (shown, lists.pending)
    defer { if events.contains(where: { $0.sections != nil }) { reportSharedKeys(lists) } }
    var transition = ListTransition(old: announced.version, new: lists.engine.version)
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    var touched: Set<Int32> = []
    if !events.isEmpty {
      guard events.count == 1, let step = try? lists.apply(lists.pending.removeFirst()) else {
        lists.pending = events
        return settleWhole(lists, move, moved)
      }
      transition = ListTransition(old: announced.version, new: step.transition.new)
      transition.items = step.transition.items
      transition.sections = step.transition.sections
      (leaving, touched) = (step.leaving, step.touched)
    }
    for index in transition.items.indices {
      transition.items.elements[index].old = transition.items[index].old.map(move.oldItem)
    }
    for index in transition.sections.indices {
      transition.sections.elements[index].old = transition.sections[index].old.map(move.oldSection)
    }
    // Of the list that the user saw, in which the moved item counts where it was dropped.
    transition.addTotals(of: touched)
    let revision = transition.separate(subject(of: move, moved, in: lists))
    deliver(transition, from: announced, lists: lists, leaving: leaving)
    advance(by: revision, of: lists)
  }

  /// Does the same by comparing the whole lists, if the edits caused more than one event or contradictory reports.
  private func settleWhole(_ lists: FetchedLists, _ move: UserMove, _ moved: NSManagedObject?) {
    guard case (var revised, let leaving)? = rebuild(lists) else { return }
    let announced = shown
    let new = lists.shownList(number: announced.number + 1)
    var revision = ChangeSet()
    switch subject(of: move, moved, in: lists) {
    case .item(let name):
      if revised.items.remove(name) != nil, let place = new.version.place(of: name) {
        revision.items.updated = [ListUpdate(old: place, new: place, keys: nil)]
      }
    case .section(let slot):
      if let id = announced.sectionID(of: slot), revised.sections.remove(id) != nil,
        let index = new.version.shown.firstIndex(where: { new.sectionID(of: $0) == id })
      {
        revision.sections.updated = [ListUpdate(old: index, new: index, keys: nil)]
      }
    }
    deliverDifference(from: announced, to: new, of: lists, revised: .some(revised), leaving: leaving)
    advance(by: revision, of: lists)
  }

  /// The moved item or section. The edits may have given an item another token.
  private func subject(
    of move: UserMove, _ moved: NSManagedObject?, in lists: FetchedLists
  ) -> UserMove.Subject {
    guard case .item(let token) = move.subject, let moved, lists.items.isTemporary(token) else { return move.subject }
    return .item(lists.token(of: moved))
  }

  /// Reports the moved item or section as changed, if it changed, but only to the outputs that keep versions. The
  /// delegate's view already handles the moved element.
  private func advance(by revision: ChangeSet, of lists: FetchedLists) {
    if !revision.isEmpty { advance(to: shown.numbered(shown.number + 1), of: lists, by: revision) }
  }
}

extension ListTransition<ItemToken> {
  /// Adds the moved item or section to the transition's elements, but not as changed, because the view already handles
  /// it.
  ///
  /// - Returns: its change, if it changed and is in the new list; otherwise an empty change set.
  fileprivate mutating func separate(_ moved: SectionedTracker.UserMove.Subject) -> SectionedTracker.ChangeSet {
    var revision = SectionedTracker.ChangeSet()
    switch moved {
    case .item(let token):
      if let index = items.names.firstIndex(of: token) {
        if items[index].isRevised, let place = items[index].new {
          revision.items.updated = [ListUpdate(old: place, new: place, keys: items[index].keys)]
        }
        items.elements[index].clearRevision()
      } else {
        items.append(token, old: old.place(of: token), new: new.place(of: token), isRevised: false, keys: nil)
      }
    case .section(let slot):
      if let index = sections.names.firstIndex(of: slot) {
        if sections[index].isRevised, let place = sections[index].new {
          revision.sections.updated = [ListUpdate(old: place, new: place, keys: sections[index].keys)]
        }
        sections.elements[index].clearRevision()
      } else {
        sections.append(
          slot, .init(old: old.index(of: slot), new: new.index(of: slot), isRevised: false, keys: nil))
      }
    }
    return revision
  }
}
