import SectionedChanges
import SectionedViews

extension TerminalList {
  /// The line with the cursor; nil if the list has no lines. Setting it scrolls to the line. If an item is folded away,
  /// its header gets the cursor.
  public var cursor: TerminalCursor? {
    get { cursorLine }
    set {
      guard let newValue, newValue.section >= 0, newValue.section < presenter.numberOfSections else { return }
      if let item = newValue.item, presenter.itemID(at: item) == nil { return }
      cursorLine = visible(newValue)
      scrollToCursor()
    }
  }

  /// Moves the cursor by a number of lines, at most to the first or last line.
  public func moveCursor(by lines: Int) {
    let layout = layout
    guard layout.numberOfLines > 0 else { return }
    let from = cursorLine.flatMap { layout.line(of: $0) } ?? top
    let last = layout.numberOfLines - 1
    var target = max(0, min(last, from + max(-last, min(lines, last))))
    // Skip the line that says that a section is empty.
    if case .empty = layout.line(at: target) { target += lines > 0 && target < last ? 1 : -1 }
    cursorLine = layout.cursor(at: target)
    scrollToCursor()
  }

  /// Moves the cursor to the header of the next or previous section. From an item, the previous one is the header of
  /// its own section.
  func moveToSection(_ step: Int) {
    guard let cursorLine else { return }
    let section = cursorLine.section
    if step < 0, cursorLine.item != nil, style.showsHeaders { return jump(toSection: section) }
    scrollToCursor()
    jump(toSection: section + step)
  }

  /// The number of lines of a page: one less than visible, so that one line stays in view.
  var page: Int { max(1, frame.size.rows - (style.keepsHeader && style.showsHeaders ? 2 : 1)) }

  // MARK: What the user does

  /// Moves an item through `ListPresenter.editing`. The cursor follows the item.
  ///
  /// - Returns: the error of `ListEditing.move`; nil if there was none.
  @discardableResult
  public func userMoves(from old: ItemPlace, to new: ItemPlace) -> (any Error)? {
    let target = new.section == old.section ? -1 : 0
    guard presenter.itemID(at: old) != nil, new.section >= 0, new.section < presenter.numberOfSections, new.item >= 0,
      new.item <= presenter.numberOfItems(inSection: new.section) + target
    else { return nil }
    let map = PlaceMap(
      SectionedChangeSet<Int, Int>(items: ListChanges(moved: [ListMove(from: old, to: new, keys: [])])))
    // The presenter assumes that the view already shows the move.
    if let place = cursorLine?.item, let now = map.newPlace(ofOld: place) { cursorLine = .item(now) }
    if let editedItem { self.editedItem = map.newPlace(ofOld: editedItem) }
    let refusal = presenter.userMoved(from: old, to: new)
    linesChanged()
    onChange?()
    return refusal
  }
}
