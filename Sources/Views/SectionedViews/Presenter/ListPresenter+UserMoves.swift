import SectionedChanges
import SectionedDataSources

extension ListPresenter {
  /// Changes the source after the user has moved an item in a view that shows the move already. The view gets only the
  /// changes that it does not show yet.
  ///
  /// If ``ListEditing/move`` throws, the view moves the item back. If the source has changes that the view does not
  /// show yet, the closure gets the corresponding places of the source's list. An item that is no longer in the source
  /// is not moved.
  ///
  /// - Parameters:
  ///   - old: the place of the item in the view's list before the move.
  ///   - new: the place of the item in the view's list after the move. A place after the end of a section means the
  ///     end.
  /// - Returns: the error of ``ListEditing/move``; nil if there was none.
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
    // The view has moved the cell by itself, so no remaining change reports the two sections, whose numbers of items
    // changed.
    if old.section != new.section { countsAreWanted = true }
    let rest = Update.changes(echo.inverted, then: update?.changes ?? .init(), from: moved, to: update?.new ?? visible)
    let left = Update(
      old: moved, new: update?.new ?? visible, changes: rest, oldPhase: update?.oldPhase ?? source.phase,
      phase: update?.phase ?? source.phase, origin: .user, source: update?.source ?? source.identity)
    take(left, left.facts)
    showPending()
    return refusal
  }

  /// Moves an item to the place where the user dropped it, in a view that does not show the move by itself, as those of
  /// AppKit. The view gets the move like any other change of the source.
  ///
  /// If the source has changes that the view does not show yet, ``ListEditing/move`` gets the corresponding places of
  /// the source's list. An item that is no longer in the source is not moved.
  ///
  /// - Parameters:
  ///   - old: the place of the item in the view's list.
  ///   - new: the place of the drop, in the view's list without the item. A place after the end of a section means the
  ///     end.
  /// - Returns: the error of ``ListEditing/move``; nil if there was none.
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

  /// Deletes an item from the source, as the user asked in the view, which still shows it. Does nothing if there is no
  /// item.
  ///
  /// - Parameter place: the place of the item in the view's list.
  /// - Returns: the error of ``ListEditing/delete``; nil if there was none.
  @discardableResult
  public func userDeletes(_ place: ItemPlace) -> (any Error)? {
    guard holds(place) else { return nil }
    return perform(editing.delete, at: isAtRest ? place : itemID(at: place).flatMap { source.place(of: $0) })
  }

  /// Inserts an item into the source, as the user asked in the view, which does not show it yet. Does nothing if there
  /// is no such section, or if the place is after its end.
  ///
  /// - Parameter place: the place for the item in the view's list.
  /// - Returns: the error of ``ListEditing/insert``; nil if there was none.
  @discardableResult
  public func userInserts(_ place: ItemPlace) -> (any Error)? {
    guard place.section >= 0, place.section < numberOfSections,
      (0...numberOfItems(inSection: place.section)).contains(place.item)
    else { return nil }
    return perform(editing.insert, at: isAtRest ? place : sourcePlace(for: place, without: nil))
  }

  /// Whether the user may move the item at a place; false if there is none.
  package func canMove(_ place: ItemPlace) -> Bool { editing.move != nil && holds(place) && editing.canMove(place) }

  /// Whether the user may delete the item at a place; false if there is none.
  package func canDelete(_ place: ItemPlace) -> Bool {
    editing.delete != nil && holds(place) && editing.canDelete(place)
  }

  /// The place where a dragged item may be dropped; nil if there is no such item, or the proposed place is not in the
  /// list.
  package func target(of item: ItemPlace, proposed place: ItemPlace) -> ItemPlace? {
    guard holds(item), place.section >= 0, place.section < numberOfSections,
      (0...numberOfItems(inSection: place.section)).contains(place.item)
    else { return nil }
    return editing.target(item, place)
  }

  /// Calls a closure that edits the program's data, and returns the error that it threw.
  ///
  /// - Parameter place: the place in the source's list; nil if the item or its section is not there any more.
  private func perform(_ edit: ((ItemPlace) throws -> Void)?, at place: ItemPlace?) -> (any Error)? {
    guard let edit, let place else { return nil }
    do {
      try edit(place)
      return nil
    } catch { return error }
  }
}

// The view may show another list than the source has: after a silent change, while the user drags an item, or during a
// change.
extension ListPresenter {
  private var isAtRest: Bool {
    silent == nil && pending == nil && core.isAtRest && shown.isSame(as: core.snapshot)
  }

  /// A place of the view's list without an item, at most the end of its section; nil if there is no such section.
  private func end(of place: ItemPlace, without item: ItemPlace) -> ItemPlace? {
    guard place.section >= 0, place.section < numberOfSections, place.item >= 0 else { return nil }
    let count = numberOfItems(inSection: place.section) - (item.section == place.section ? 1 : 0)
    return ItemPlace(section: place.section, item: min(place.item, count))
  }

  /// The places of a move in the source's list; nil if the item or the section is not there any more.
  private func sourcePlaces(from old: ItemPlace, to new: ItemPlace) -> (ItemPlace, ItemPlace)? {
    if isAtRest { return (old, new) }
    guard let from = itemID(at: old).flatMap({ source.place(of: $0) }), let to = sourcePlace(for: new, without: old)
    else { return nil }
    return (from, to)
  }

  /// Converts a place of the view's list without an item to one of the source's list; nil if the section is not there
  /// any more.
  private func sourcePlace(for place: ItemPlace, without item: ItemPlace?) -> ItemPlace? {
    sectionID(at: place.section).flatMap { source.index(ofSection: $0) }.map { section in
      place.nearby(without: item, inSection: section) { itemID(at: $0).flatMap { source.place(of: $0) } }
    }
  }
}
