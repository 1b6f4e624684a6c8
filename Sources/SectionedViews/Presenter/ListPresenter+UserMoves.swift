import SectionedChanges
import SectionedDataSources

extension ListPresenter {
  /// Records that the user has moved an item in the view, which shows the move already: the source is changed, and the
  /// view is handed only what differs from what it shows.
  ///
  /// Where the source refuses the move, the item goes back in the view; also where the source has changed silently
  /// since, whose list is shown then.
  ///
  /// - Parameters:
  ///   - old: where the item was, in the list that the view showed.
  ///   - new: where it is, in the list that the view shows now.
  /// - Returns: the error of ``ListEditing/move``; nil where there was none.
  @discardableResult
  public func userMoved(from old: ItemPlace, to new: ItemPlace) -> (any Error)? {
    guard old != new else { return nil }
    guard !isPresenting else {
      fatalError(
        "A user's move was recorded while the presenter performs an update. Call userMoved from the view's callback.")
    }
    guard itemID(at: old) != nil else { return nil }
    let told = shown
    var refusal: (any Error)?
    isPresenting = true
    // Of another list than the source's, places say nothing.
    if silent == nil, pending == nil {
      do { try editing.move?(old, new) } catch { refusal = error }
    }
    isPresenting = false
    let update = waiting
    (silent, pending) = (nil, nil)

    let echo = Update.ChangeSet(items: ListChanges(moved: [ListMove(from: old, to: new, keys: [])]))
    guard let moved = try? echo.apply(to: told, sectionAt: { told.sections[$0].element }, itemAt: { _ in told[old] })
    else {
      fatalError("An item of the view cannot have been moved from \(old) to \(new): the list is \(told.outline).")
    }
    setShown(moved, after: echo)
    let rest = Update.changes(echo.inverted, then: update?.changes ?? .init(), from: moved, to: update?.new ?? told)
    take(
      Update(
        old: moved, new: update?.new ?? told, changes: rest, oldPhase: update?.oldPhase ?? source.phase,
        phase: update?.phase ?? source.phase, origin: .user, source: update?.source ?? source.identity))
    showPending()
    return refusal
  }

  /// Deletes an item as the user asked in the view, which still shows it.
  ///
  /// - Returns: the error of ``ListEditing/delete``; nil where there was none.
  @discardableResult
  public func userDeletes(_ place: ItemPlace) -> (any Error)? { perform(editing.delete, at: place) }

  /// Inserts an item as the user asked in the view, which does not show one yet.
  ///
  /// - Returns: the error of ``ListEditing/insert``; nil where there was none.
  @discardableResult
  public func userInserts(_ place: ItemPlace) -> (any Error)? { perform(editing.insert, at: place) }

  private func perform(_ edit: ((ItemPlace) throws -> Void)?, at place: ItemPlace) -> (any Error)? {
    // Of another list than the source's, a place says nothing.
    guard silent == nil, pending == nil, let edit else { return nil }
    do {
      try edit(place)
      return nil
    } catch { return error }
  }
}
