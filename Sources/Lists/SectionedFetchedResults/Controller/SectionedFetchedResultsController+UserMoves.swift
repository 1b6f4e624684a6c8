import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Shows an item at the place to which the user moved it, makes the edits that move it there, and reports only the
  /// remaining differences.
  ///
  /// The view already shows the move, so the delegate is not notified of it. If the edits have another result, or
  /// throw, the changes from the user's order to the actual one are reported. ``updates`` and ``snapshot`` contain the
  /// move like any change. They show the moved item as changed if the edits changed it.
  ///
  /// In a delegate method, while the context notifies observers of an event, and between a reset and the next fetch,
  /// the move is not shown ahead of the edits. Their changes are then reported like all changes.
  ///
  /// - Parameters:
  ///   - from: the index path of the item in the list before the move. A place without an item is a programming error.
  ///   - to: the index path of the item in the list after the move. A place outside that list is a programming error.
  ///   - edits: changes the objects accordingly. The context processes its changes after it returns or throws.
  /// - Complexity: the cost of the event. O(rows) if the edits do not change the item, or cause more than one event.
  /// - Throws: the error of `edits`, after the changes from the user's order to the actual one were reported.
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

  /// Shows a section at the index to which the user moved it, makes the edits, and reports only the remaining
  /// differences, like ``performUserMove(from:to:edits:)``.
  ///
  /// - Parameters:
  ///   - from: the index of the section in the list before the move. An index that does not exist is a programming
  ///     error.
  ///   - to: the index of the section in the list after the move. An index that does not exist is a programming error.
  ///   - edits: changes the objects accordingly. The context processes its changes after it returns or throws.
  /// - Complexity: O(sections) in addition to the cost of the event. O(rows) if the edits cause more than one event.
  /// - Throws: the error of `edits`, after the changes from the user's order to the actual one were reported.
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
