import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Shows an item where the user moved it, makes the edits that move it there, and reports only the differences that
  /// are left then.
  ///
  /// The view shows the move already, so the delegate is not notified of it. If the edits have another result, or
  /// throw, the changes from the user's order to the true one are reported. ``updates`` and ``snapshot`` have the move
  /// as any change, and the moved item as changed where the edits changed it.
  ///
  /// In a delegate's method, while the context notifies other observers of an event, and before the fetch that a reset
  /// needs, nothing is shown ahead: what the edits change is reported as any change.
  ///
  /// - Parameters:
  ///   - from: where the item is, in the list before the move. A place without an item is a programming error.
  ///   - to: where the user put it, in the list after the move. A place outside it is a programming error.
  ///   - edits: changes the objects accordingly. The context's changes are processed after it, also when it throws.
  /// - Complexity: what the event costs. O(rows) when the edits do not change the item, or are more than one event.
  /// - Throws: what `edits` throws, after the changes from the user's order to the true one were reported.
  public func performUserMove(from: IndexPath, to: IndexPath, edits: () throws -> Void) rethrows {
    let from = ItemPlace(section: from[0], item: from[1])
    let to = ItemPlace(section: to[0], item: to[1])
    _ = object(section: from.section, item: from.item)
    _ = section(at: to.section)
    let room = tracker.shown.version.itemCount(at: to.section) - (from.section == to.section ? 1 : 0)
    guard to.item >= 0, to.item <= room else {
      fatalError("An item cannot be moved to \(to): section \(to.section) has room for indices up to \(room).")
    }
    tracker.reportPromoted()
    let version = tracker.shown.version
    try tracker.perform(
      edits,
      showing: .init(
        subject: .item(version.token(at: from)), version: version.moving(itemAt: from, to: to),
        changes: from == to ? .init() : .init(items: .init(moved: [ListMove(from: from, to: to, keys: [])])),
        oldItem: { $0 == from ? to : $0.shifted(byMoveFrom: from, to: to) }, oldSection: { $0 }))
  }

  /// Does the same for a section: shows it where the user moved it, makes the edits, and reports only the differences
  /// that are left then.
  ///
  /// - Parameters:
  ///   - from: the index of the section in the list before the move. One that is not in it is a programming error.
  ///   - to: its index in the list after the move. One that is not in it is a programming error.
  ///   - edits: changes the objects accordingly. The context's changes are processed after it, also when it throws.
  /// - Complexity: O(sections) besides what the event costs. O(rows) when the edits are more than one event.
  /// - Throws: what `edits` throws, after the changes from the user's order to the true one were reported.
  public func performUserMove(fromSection from: Int, to: Int, edits: () throws -> Void) rethrows {
    _ = section(at: from)
    _ = section(at: to)
    func shifted(_ index: Int) -> Int {
      if index == from { return to }
      let rest = index > from ? index - 1 : index
      return rest >= to ? rest + 1 : rest
    }
    tracker.reportPromoted()
    let version = tracker.shown.version
    try tracker.perform(
      edits,
      showing: .init(
        subject: .section(version.shown[from]), version: version.moving(sectionAt: from, to: to),
        changes: from == to ? .init() : .init(sections: .init(moved: [ListMove(from: from, to: to, keys: [])])),
        oldItem: { ItemPlace(section: shifted($0.section), item: $0.item) }, oldSection: shifted))
  }
}

extension ItemPlace {
  /// The place of this item after another one was moved.
  fileprivate func shifted(byMoveFrom from: ItemPlace, to: ItemPlace) -> ItemPlace {
    var place = self
    if place.section == from.section, place.item > from.item { place.item -= 1 }
    if place.section == to.section, place.item >= to.item { place.item += 1 }
    return place
  }
}
