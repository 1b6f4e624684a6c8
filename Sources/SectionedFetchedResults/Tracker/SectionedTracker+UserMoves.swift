import CoreData
import SectionedChanges

extension SectionedTracker {
  /// Shows another version while edits are made, then reports what leads from it to the true one.
  func perform(
    _ edits: () throws -> Void, showing version: ListVersion<ItemToken>, oldItem: (ItemPlace) -> ItemPlace,
    oldSection: (Int) -> Int, moved: UserMoved
  ) rethrows {
    flush()
    guard let lists else { return }
    var movedObject: NSManagedObject?
    if case .item(let token) = moved { movedObject = lists.unsaved.object(token) }
    shown = shown.showing(version)
    isMoveAnnounced = true
    isShowingOther = true
    defer {
      isMoveAnnounced = false
      isShowingOther = false
      settle(lists, oldItem: oldItem, oldSection: oldSection, moved: moved, movedObject)
      flush()
    }
    try edits()
    context.processPendingChanges()
  }

  /// Reports what leads from the announced list to the true one.
  private func settle(
    _ lists: FetchedLists, oldItem: (ItemPlace) -> ItemPlace, oldSection: (Int) -> Int, moved: UserMoved,
    _ movedObject: NSManagedObject?
  ) {
    let announced = shown
    var transition = ListTransition(old: announced.version, new: lists.engine.version)
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    if !lists.pending.isEmpty {
      let event = lists.pending.removeFirst()
      guard let step = try? lists.apply(event), lists.pending.isEmpty else {
        // More than one event, or one that does not fit: the lists are compared whole.
        lists.build(policies: lists.engine.version.policies)
        return deliverDifference(from: announced, to: lists.shownList(number: announced.number + 1), revised: .none)
      }
      transition = ListTransition(old: announced.version, new: step.transition.new)
      transition.items = step.transition.items
      transition.sections = step.transition.sections
      leaving = step.leaving
    }
    for index in transition.items.indices { transition.items[index].old = transition.items[index].old.map(oldItem) }
    for index in transition.sections.indices {
      transition.sections[index].old = transition.sections[index].old.map(oldSection)
    }
    if case .item(let token) = moved, let object = movedObject {
      // The edits may have saved it.
      transition.tell(of: .item(lists.items.isTemporary(token) ? lists.token(of: object) : token))
    } else {
      transition.tell(of: moved)
    }
    deliver(transition, from: announced, lists: lists, leaving: leaving)
  }
}

/// What the user moved.
enum UserMoved {
  case item(ItemToken)
  case section(Int32)
}

extension ListTransition<ItemToken> {
  /// Sees to it that what the user moved is told of, but not as changed: the view has it in hand.
  fileprivate mutating func tell(of moved: UserMoved) {
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
