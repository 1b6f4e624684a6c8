import SectionedChanges
import SectionedViews

extension TerminalList {
  /// Handles a key. Any key but `resize` first clears the marks.
  ///
  /// Arrows, `j` and `k`: the cursor; page up and down, space; home and end, `g` and `G`; left and right fold and
  /// unfold the cursor's section, `-` and `+` all; `J` and `K` move an item that may be moved; tab and back tab go to
  /// the next section and the one before; enter chooses, or shows more items where the row offers that; the mouse sets
  /// the cursor, its wheel scrolls, a click on the sign of a header folds.
  @discardableResult
  public func handle(_ key: TerminalKey) -> TerminalListReply {
    if case .resize = key { return .ignored }
    clearMarks()
    switch key {
    case .up, .character("k"): moveCursor(by: -1)
    case .down, .character("j"): moveCursor(by: 1)
    case .pageUp: moveCursor(by: -page)
    case .pageDown, .character(" "): moveCursor(by: page)
    case .home, .character("g"): moveCursor(by: -layout.numberOfLines)
    case .end, .character("G"): moveCursor(by: layout.numberOfLines)
    case .left: foldCursor(true)
    case .right: foldCursor(false)
    case .character("-"): setAllFolded(true)
    case .character("+"): setAllFolded(false)
    case .character("J"): return moveItem(by: 1)
    case .character("K"): return moveItem(by: -1)
    case .tab: moveToSection(1)
    case .backTab: moveToSection(-1)
    case .enter: return cursorLine.map { choose($0) } ?? .handled
    case .mouse(let mouse): return handle(mouse)
    default: return .ignored
    }
    return .handled
  }

  /// Has the row of a line do what it offers, otherwise reports the line as chosen.
  private func choose(_ line: TerminalCursor) -> TerminalListReply {
    if let place = line.item, loading.noteTouched(presenter.item(at: place)) { return .handled }
    return .chosen(line)
  }

  private func foldCursor(_ folded: Bool) {
    guard style.showsHeaders, let cursorLine else { return }
    setFolded(folded, section: cursorLine.section)
    scrollToCursor()
  }

  private func handle(_ mouse: TerminalMouse) -> TerminalListReply {
    guard frame.contains(mouse.point) else { return .ignored }
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .click, .doubleClick:
      let layout = layout
      let row = mouse.point.row - frame.origin.row
      guard var line = layout.cursor(at: top + row) else { return .handled }
      var isHeader = if case .header = layout.line(at: top + row) { true } else { false }
      if row == 0, coversLine(top, layout) { (line, isHeader) = (.header(line.section), true) }
      cursorLine = line
      // Two quick clicks on a sign toggle twice.
      if isHeader, mouse.point.column < frame.origin.column + gutter + 2 {
        toggleFolded(section: line.section)
      } else if mouse.action == .doubleClick {
        return choose(line)
      }
    }
    return .handled
  }
}
