import CoreData
import SectionedChanges

extension SectionedTracker {
  /// What the user moved, and where the others are then.
  struct UserMove {
    enum Subject {
      case item(ItemToken)
      case section(Int32)
    }

    let subject: Subject
    /// The list as the user sees it.
    let version: ListVersion<ItemToken>
    /// What leads to it.
    let changes: ChangeSet
    let oldItem: (ItemPlace) -> ItemPlace
    let oldSection: (Int) -> Int
  }

  /// Shows a move while its edits are made, then reports what leads from it to the true list.
  func perform(_ edits: () throws -> Void, showing move: UserMove) rethrows {
    guard let lists, stage == .resting, !isHeld, lists.pending.isEmpty, waiting.isEmpty else {
      // The running batch is not disturbed. What the edits change is told as any change, as the next one.
      defer { flush() }
      try edits()
      return context.processPendingChanges()
    }
    var moved: NSManagedObject?
    if case .item(let token) = move.subject { moved = lists.unsaved.object(token) }
    if !move.changes.isEmpty { advance(to: shown.showing(move.version), of: lists, by: move.changes) }
    stage = .moving
    defer {
      stage = .delivering
      if !isHeld { settle(lists, move, moved) }
      stage = .resting
      flush()
    }
    try edits()
    context.processPendingChanges()
  }

  /// Reports what leads from the announced list to the true one.
  ///
  /// - Parameter moved: the item, if it was not saved. The edits may have saved it.
  private func settle(_ lists: FetchedLists, _ move: UserMove, _ moved: NSManagedObject?) {
    let announced = shown
    var transition = ListTransition(old: announced.version, new: lists.engine.version)
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    if !lists.pending.isEmpty {
      let events = lists.pending
      guard events.count == 1, let step = try? lists.apply(lists.pending.removeFirst()) else {
        return settleWhole(lists, move, events, from: announced)
      }
      transition = ListTransition(old: announced.version, new: step.transition.new)
      transition.items = step.transition.items
      transition.sections = step.transition.sections
      leaving = step.leaving
    }
    for index in transition.items.indices {
      transition.items[index].old = transition.items[index].old.map(move.oldItem)
    }
    for index in transition.sections.indices {
      transition.sections[index].old = transition.sections[index].old.map(move.oldSection)
    }
    if case .item(let token) = move.subject, let moved, lists.items.isTemporary(token) {
      transition.tell(of: .item(lists.token(of: moved)))
    } else {
      transition.tell(of: move.subject)
    }
    deliver(transition, from: announced, lists: lists, leaving: leaving)
  }

  /// The same by comparing the lists whole, where the edits were more than one event.
  private func settleWhole(
    _ lists: FetchedLists, _ move: UserMove, _ events: [InnerEvent], from announced: ShownList
  ) {
    var revised = lists.revised(in: events)
    let (leaving, names) = (lists.leaving(in: events), lists.savedNames)
    switch move.subject {
    case .item(let token): revised.items.remove(names[token] ?? token)
    case .section(let slot): announced.sectionID(of: slot).map { _ = revised.sections.remove($0) }
    }
    lists.rebuild()
    deliverDifference(
      from: announced, to: lists.shownList(number: announced.number + 1), of: lists, revised: .some(revised),
      names: names,
      leaving: leaving)
  }
}

extension ListTransition<ItemToken> {
  /// Sees to it that what the user moved is told of, but not as changed: the view has it in hand.
  fileprivate mutating func tell(of moved: SectionedTracker.UserMove.Subject) {
    switch moved {
    case .item(let token):
      if let index = items.firstIndex(where: { $0.token == token }) {
        items[index].isRevised = false
      } else {
        items.append(
          Item(token: token, old: old.place(of: token), new: new.place(of: token), isRevised: false, keys: nil))
      }
    case .section(let slot):
      if let index = sections.firstIndex(where: { $0.slot == slot }) {
        sections[index].isRevised = false
      } else {
        sections.append(
          Section(slot: slot, old: old.index(of: slot), new: new.index(of: slot), isRevised: false, keys: nil))
      }
    }
  }
}
