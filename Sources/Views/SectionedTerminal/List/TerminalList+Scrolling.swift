import SectionedChanges

extension TerminalList {
  /// Scrolls by a number of lines. The cursor stays on its line.
  public func scroll(by lines: Int) { setTop(top + max(-layout.numberOfLines, min(lines, layout.numberOfLines))) }

  /// Scrolls as little as needed to see the cursor.
  public func scrollToCursor() {
    let layout = layout
    guard let cursorLine, let line = layout.line(of: cursorLine) else { return }
    if line <= top {
      setTop(line)
      // Scroll one line further, because the sticky header covers the first line.
      if top == line, coversLine(top, layout) { setTop(line - 1) }
    } else if line >= top + leastRows {
      setTop(line - leastRows + 1)
    }
  }

  /// Scrolls so that a line is first, as far as enough lines follow it.
  func setTop(_ line: Int) { top = max(0, min(line, layout.numberOfLines - leastRows)) }

  /// The number of visible rows, at least one.
  private var leastRows: Int { max(1, frame.size.rows) }

  /// Whether the sticky header covers a line when that line is first: the line is not a header, and there is enough
  /// room.
  func coversLine(_ line: Int, _ layout: TerminalLayout) -> Bool {
    guard style.keepsHeader, style.showsHeaders, frame.size.rows >= 3 else { return false }
    switch layout.line(at: line) {
    case .item, .empty: return true
    case .header, nil: return false
    }
  }

  func frameChanged() {
    let wasVisible = cursorLine.flatMap { layout.line(of: $0) }.map { $0 >= top } ?? false
    setTop(top)
    if wasVisible { scrollToCursor() }
  }

  /// Changes which lines are visible, and scrolls so that the cursor stays at its row, or the first line if the cursor
  /// is not visible.
  func keepingPlace(_ change: () -> Void) {
    let old = layout
    let cursorIndex = cursorLine.flatMap { old.line(of: $0) }
    let isCursorVisible = cursorIndex.map { $0 >= top && $0 < top + frame.size.rows } ?? false
    let anchor = isCursorVisible ? cursorLine : old.cursor(at: top)
    let distance = (isCursorVisible ? cursorIndex : anchor.flatMap { old.line(of: $0) }).map { $0 - top } ?? 0
    change()
    linesChanged()
    if let line = anchor.flatMap({ visible($0) }).flatMap({ layout.line(of: $0) }) { setTop(line - max(0, distance)) }
    onChange?()
  }
}
