import SectionedChanges
import SectionedViews

extension TerminalList {
  /// Moves the item at the cursor by one place, as `ListPresenter.editing` says: at an end of its section to the section
  /// beside it, also to an empty one. An error is reported to ``moveFailed``.
  ///
  /// - Parameter step: 1 for down, -1 for up.
  /// - Returns: whether the item may be moved there.
  func moveItem(by step: Int) -> TerminalListReply {
    guard let place = cursorLine?.item, presenter.canMove(place), let next = self.place(beside: place, step),
      let target = presenter.target(of: place, proposed: next), target != place
    else { return .ignored }
    if let error = userMoves(from: place, to: target) { moveFailed?(error) }
    scrollToCursor()
    return .handled
  }

  /// The place of the list without the item that is beside its own; nil at an end of the list.
  private func place(beside place: ItemPlace, _ step: Int) -> ItemPlace? {
    let item = place.item + step
    if item >= 0, item < presenter.numberOfItems(inSection: place.section) {
      return ItemPlace(section: place.section, item: item)
    }
    let section = place.section + step
    guard section >= 0, section < presenter.numberOfSections else { return nil }
    return ItemPlace(section: section, item: step > 0 ? 0 : presenter.numberOfItems(inSection: section))
  }
}
