import SectionedChanges
import SectionedDataSources

extension ListPresenter {
  /// Records that the user has moved an item in the view, which shows the move already: the source is changed, and the
  /// view is handed only what differs from what it shows.
  ///
  /// If the source refuses the move, the view moves the item back. If the source has changes that the view does not
  /// show yet, ``ListEditing/move`` is given the corresponding places of the source's list; an item that is gone is not
  /// moved.
  ///
  /// - Parameters:
  ///   - old: where the item was, in the list that the view showed.
  ///   - new: where it is, in the list that the view shows now. Behind the end of a section it is the end.
  /// - Returns: the error of ``ListEditing/move``; nil where there was none.
  @discardableResult
  public func userMoved(from old: ItemPlace, to new: ItemPlace) -> (any Error)? {
    guard old != new else { return nil }
    guard !isPresenting else {
      fatalError(
        "A user's move was recorded while the presenter performs an update. Call userMoved from the view's callback.")
    }
    guard itemID(at: old) != nil, let new = end(of: new, without: old) else { return nil }
    let visible = shown
    var refusal: (any Error)?
    isPresenting = true
    if let (from, to) = sourcePlaces(from: old, to: new) {
      do { try editing.move?(from, to) } catch { refusal = error }
    }
    isPresenting = false
    let update = waiting
    (silent, pending) = (nil, nil)

    let echo = Update.ChangeSet(items: ListChanges(moved: [ListMove(from: old, to: new, keys: [])]))
    guard
      let moved = try? echo.apply(
        to: visible, sectionAt: { visible.sections[$0].element }, itemAt: { _ in visible[old] })
    else {
      fatalError("An item of the view cannot have been moved from \(old) to \(new): the list is \(visible.outline).")
    }
    setShown(moved, after: echo)
    // The view has moved the cell by itself, and no change is left that would name the sections.
    if old.section != new.section { countsAreWanted = true }
    let rest = Update.changes(echo.inverted, then: update?.changes ?? .init(), from: moved, to: update?.new ?? visible)
    let left = Update(
      old: moved, new: update?.new ?? visible, changes: rest, oldPhase: update?.oldPhase ?? source.phase,
      phase: update?.phase ?? source.phase, origin: .user, source: update?.source ?? source.identity)
    take(left, left.facts)
    showPending()
    return refusal
  }

  /// Moves an item to where the user has dropped it, in a view that does not move it by itself, as those of AppKit: the
  /// source is changed, and the view is handed the move like any other change.
  ///
  /// If the source has changes that the view does not show yet, ``ListEditing/move`` is given the corresponding places
  /// of the source's list; an item that is gone is not moved.
  ///
  /// - Parameters:
  ///   - old: where the item is, in the view's list.
  ///   - new: where it was dropped, in the view's list without it. Behind the end of a section it is the end.
  /// - Returns: the error of ``ListEditing/move``; nil where there was none.
  @discardableResult
  public func userDropped(_ old: ItemPlace, at new: ItemPlace) -> (any Error)? {
    guard canMove(old), let new = end(of: new, without: old), old != new,
      let (from, to) = sourcePlaces(from: old, to: new)
    else { return nil }
    do {
      try editing.move?(from, to)
      return nil
    } catch { return error }
  }

  /// Deletes an item as the user asked in the view, which still shows it. Where there is no item nothing is done.
  ///
  /// - Returns: the error of ``ListEditing/delete``; nil where there was none.
  @discardableResult
  public func userDeletes(_ place: ItemPlace) -> (any Error)? {
    guard holds(place) else { return nil }
    return perform(editing.delete, at: isAtRest ? place : itemID(at: place).flatMap { source.place(of: $0) })
  }

  /// Inserts an item as the user asked in the view, which does not show one yet. Does nothing at a place behind the end
  /// of a section, or in no section.
  ///
  /// - Returns: the error of ``ListEditing/insert``; nil where there was none.
  @discardableResult
  public func userInserts(_ place: ItemPlace) -> (any Error)? {
    guard place.section >= 0, place.section < numberOfSections,
      (0...numberOfItems(inSection: place.section)).contains(place.item)
    else { return nil }
    return perform(editing.insert, at: isAtRest ? place : sourcePlace(for: place, without: nil))
  }

  /// Whether the user may move the item at a place; false where there is none.
  package func canMove(_ place: ItemPlace) -> Bool { editing.move != nil && holds(place) && editing.canMove(place) }

  /// Whether the user may delete the item at a place; false where there is none.
  package func canDelete(_ place: ItemPlace) -> Bool {
    editing.delete != nil && holds(place) && editing.canDelete(place)
  }

  /// The place where a dragged item may be dropped; nil where there is no item, or the place is none of the list.
  package func target(of item: ItemPlace, proposed place: ItemPlace) -> ItemPlace? {
    guard holds(item), place.section >= 0, place.section < numberOfSections,
      (0...numberOfItems(inSection: place.section)).contains(place.item)
    else { return nil }
    return editing.target(item, place)
  }

  /// - Parameter place: in the source's list; nil where what is edited is gone.
  private func perform(_ edit: ((ItemPlace) throws -> Void)?, at place: ItemPlace?) -> (any Error)? {
    guard let edit, let place else { return nil }
    do {
      try edit(place)
      return nil
    } catch { return error }
  }
}

// The view may show another list than the source has: something was changed silently, waits while the user drags, or is
// being changed.
extension ListPresenter {
  private var isAtRest: Bool {
    silent == nil && pending == nil && core.isAtRest && shown.isSame(as: core.snapshot)
  }

  /// A place of the view's list without an item, at most at the end of its section; nil where there is no such section.
  private func end(of place: ItemPlace, without item: ItemPlace) -> ItemPlace? {
    guard place.section >= 0, place.section < numberOfSections, place.item >= 0 else { return nil }
    let count = numberOfItems(inSection: place.section) - (item.section == place.section ? 1 : 0)
    return ItemPlace(section: place.section, item: min(place.item, count))
  }

  /// The places of a move in the source's list; nil where the item, or the section, is gone there.
  private func sourcePlaces(from old: ItemPlace, to new: ItemPlace) -> (ItemPlace, ItemPlace)? {
    if isAtRest { return (old, new) }
    guard let from = itemID(at: old).flatMap({ source.place(of: $0) }), let to = sourcePlace(for: new, without: old)
    else { return nil }
    return (from, to)
  }

  /// The place in the source's list that one of the view's list without an item is; nil where the section is gone.
  private func sourcePlace(for place: ItemPlace, without item: ItemPlace?) -> ItemPlace? {
    sectionID(at: place.section).flatMap { source.index(ofSection: $0) }.map { section in
      place.nearby(without: item, inSection: section) { itemID(at: $0).flatMap { source.place(of: $0) } }
    }
  }
}
