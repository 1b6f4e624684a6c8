import SectionedChanges

extension TerminalList {
  /// Moves what is visible by some lines. The cursor stays where it is.
  public func scroll(by lines: Int) { setTop(top + max(-layout.numberOfLines, min(lines, layout.numberOfLines))) }

  /// Scrolls as little as needed to see the cursor.
  public func scrollToCursor() {
    let layout = layout
    guard let cursorLine, let line = layout.line(of: cursorLine) else { return }
    if line <= top {
      setTop(line)
      // Beneath the header that stays.
      if top == line, coversLine(top, layout) { setTop(line - 1) }
    } else if line >= top + leastRows {
      setTop(line - leastRows + 1)
    }
  }

  /// Shows the lines from one on, as far as there are as many as there is room for.
  func setTop(_ line: Int) { top = max(0, min(line, layout.numberOfLines - leastRows)) }

  /// The rows that there is room for, or one: without room the first line is the one that comes into sight first.
  private var leastRows: Int { max(1, frame.size.rows) }

  /// Whether the header that stays stands on a line when it is the first one: in its section, and where there is room.
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

  /// Changes what is visible of the list, and scrolls so that the cursor, or what is first, stays where it is.
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
