import SectionedChanges
import SectionedViews

extension TerminalList {
  /// Moves the item at the cursor by one place, through `ListPresenter.editing`. At an end of its section it moves to
  /// the adjacent section, even if that is empty. An error is reported to ``moveFailed``.
  ///
  /// - Parameter step: 1 for down, -1 for up.
  /// - Returns: `handled` if the item may be moved there, else `ignored`.
  func moveItem(by step: Int) -> TerminalListReply {
    guard let place = cursorLine?.item, presenter.canMove(place), let next = self.place(beside: place, step),
      let target = presenter.target(of: place, proposed: next), target != place
    else { return .ignored }
    if let error = userMoves(from: place, to: target) { moveFailed?(error) }
    scrollToCursor()
    return .handled
  }

  /// The adjacent place, in the list without the item; nil at an end of the list.
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
