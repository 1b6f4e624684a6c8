import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Shows an item where the user put it, makes the edits that put it there, and reports only what then differs.
  ///
  /// The view shows the move already, so it is not told. If the edits lead elsewhere, or throw, what leads from the
  /// user's order to the true one is reported.
  ///
  /// - Parameters:
  ///   - from: where the item is.
  ///   - to: where the user put it, in the list after the move.
  ///   - edits: changes the objects accordingly. The context's changes are processed after it.
  /// - Throws: what `edits` throws, after the item was reported to be back.
  public func performUserMove(from: IndexPath, to: IndexPath, edits: () throws -> Void) rethrows {
    let from = ItemPlace(section: from[0], item: from[1])
    let to = ItemPlace(section: to[0], item: to[1])
    _ = object(section: from.section, item: from.item)
    _ = section(at: to.section)
    let room = shown.version.itemCount(at: to.section) - (from.section == to.section ? 1 : 0)
    guard to.item >= 0, to.item <= room else {
      fatalError("An item cannot be moved to \(to): section \(to.section) has room for indices up to \(room).")
    }
    let token = shown.version.token(at: from)
    try perform(
      edits, showing: shown.version.moving(itemAt: from, to: to),
      oldItem: { $0 == from ? to : $0.shifted(byMoveFrom: from, to: to) }, oldSection: { $0 }, moved: .item(token))
  }

  /// The same for a section: shows it where the user put it, makes the edits, and reports only what then differs.
  ///
  /// - Parameters:
  ///   - from: the index of the section.
  ///   - to: its index in the list after the move.
  public func performUserMove(fromSection from: Int, to: Int, edits: () throws -> Void) rethrows {
    _ = section(at: from)
    _ = section(at: to)
    func shifted(_ index: Int) -> Int {
      if index == from { return to }
      let rest = index > from ? index - 1 : index
      return rest >= to ? rest + 1 : rest
    }
    try perform(
      edits, showing: shown.version.moving(sectionAt: from, to: to),
      oldItem: { ItemPlace(section: shifted($0.section), item: $0.item) }, oldSection: shifted,
      moved: .section(shown.version.shown[from]))
  }

  private func perform(
    _ edits: () throws -> Void, showing version: ListVersion<ItemToken>, oldItem: (ItemPlace) -> ItemPlace,
    oldSection: (Int) -> Int, moved: UserMoved
  ) rethrows {
    flush()
    guard let lists else { return }
    shown.version = version
    shown.number += 1
    isMoveAnnounced = true
    isShowingOther = true
    defer {
      isMoveAnnounced = false
      isShowingOther = false
      settle(lists, oldItem: oldItem, oldSection: oldSection, moved: moved)
      flush()
    }
    try edits()
    managedObjectContext.processPendingChanges()
  }

  /// Reports what leads from the announced list to the true one.
  private func settle(
    _ lists: FetchedLists<Section, Item>, oldItem: (ItemPlace) -> ItemPlace, oldSection: (Int) -> Int, moved: UserMoved
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
    transition.tell(of: moved)
    deliver(transition, from: announced, lists: lists, leaving: leaving)
  }
}

/// What the user moved.
enum UserMoved {
  case item(ItemToken)
  case section(Int32)
}

extension ItemPlace {
  /// Where another item is after one was moved.
  fileprivate func shifted(byMoveFrom from: ItemPlace, to: ItemPlace) -> ItemPlace {
    var place = self
    if place.section == from.section, place.item > from.item { place.item -= 1 }
    if place.section == to.section, place.item >= to.item { place.item += 1 }
    return place
  }
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
