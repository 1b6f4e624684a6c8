import SectionedChanges
import SectionedViews

extension TerminalList {
  /// The number of terminal columns for marks.
  var gutter: Int { style.showsMarks && frame.size.columns >= 8 ? 2 : 0 }

  /// Draws the visible lines, and nothing outside of the frame. Sets the screen's cursor to the list's cursor, or to
  /// nil if that is not visible, for users who follow the terminal's cursor.
  ///
  /// - Complexity: O(visible lines), and O(sections) once after each update.
  public func draw(on screen: any TerminalScreen) {
    // A program's closures may change the source.
    presenter.answering {
      setTop(top)
      let layout = layout
      let widths = TerminalColumn.widths(of: columns, in: frame.size.columns - gutter)
      var cursorRow: Int?
      for row in 0..<frame.size.rows {
        var line = layout.line(at: top + row)
        if row == 0, let cursor = layout.cursor(at: top), coversLine(top, layout) { line = .header(cursor.section) }
        if isCursor(line) { cursorRow = row }
        draw(line, row, widths, screen)
      }
      if layout.numberOfLines == 0, frame.size.rows > 0, let text = style.emptyListText {
        fill(0, text, style.empty, screen)
      }
      screen.cursor = cursorRow.flatMap { row in
        frame.size.columns > 0
          ? TerminalPoint(row: frame.origin.row + row, column: frame.origin.column) : nil
      }
    }
  }

  private func isCursor(_ line: TerminalLayout.Line?) -> Bool {
    switch line {
    case .header(let section): cursorLine == .header(section)
    case .item(let place): cursorLine == .item(place)
    case .empty, nil: false
    }
  }

  private func draw(_ line: TerminalLayout.Line?, _ row: Int, _ widths: [Int], _ screen: any TerminalScreen) {
    let cursor = isCursor(line) ? style.cursor : []
    switch line {
    case .item(let place): drawItem(place, row, widths, cursor, screen)
    case .header(let section): drawHeader(section, row, cursor, screen)
    case .empty: fill(row, "  " + (style.emptySectionText ?? ""), style.empty, screen)
    case nil: fill(row, "", .plain, screen)
    }
  }

  private func drawItem(
    _ place: ItemPlace, _ row: Int, _ widths: [Int], _ cursor: TerminalAttributes, _ screen: any TerminalScreen
  ) {
    // What the source has dropped since goes with the next update.
    let item = presenter.item(at: place)
    let content = item.map { self.row($0, place) } ?? TerminalRow([])
    loading.noteSeen(item)
    if !hasMarks, content.styles.isEmpty, let line = plainLine(content.texts, widths) {
      return put(line, content.style.adding(cursor), row, 0, screen)
    }
    fill(row, "", content.style.adding(cursor), screen)
    var left = numberOfRowsLeft(behind: .item(place))
    // If there is no header, the first row shows the header's count.
    if !style.showsHeaders, place.item == 0 { left += numberOfRowsLeft(behind: .header(place.section)) }
    drawMark(mark(at: place), left, row, cursor, screen)
    var column = gutter
    for (index, width) in widths.enumerated() where width > 0 {
      if content.texts.indices.contains(index) {
        let text = TerminalText.fitted(content.texts[index], to: width, columns[index].alignment)
        put(text, (content.styles[index] ?? content.style).adding(cursor), row, column, screen)
      }
      column += width + 1
    }
  }

  /// A row as one text that can be drawn at once, if all its texts are printable ASCII and fit; nil for other rows.
  private func plainLine(_ texts: [String], _ widths: [Int]) -> String? {
    let whole = frame.size.columns
    var fits = true
    let line = String(unsafeUninitializedCapacity: whole) { line in
      line.initialize(repeating: 0x20)
      var column = gutter
      for (index, width) in widths.enumerated() where width > 0 && index < texts.count {
        let text = texts[index].utf8
        guard text.count <= width, column + width <= whole, text.isPrintableASCII else {
          fits = false
          break
        }
        let room = width - text.count
        let before =
          switch columns[index].alignment {
          case .leading: 0
          case .trailing: room
          case .center: room / 2
          }
        Self.write(text, at: column + before, to: line)
        column += width + 1
      }
      return whole
    }
    return fits ? line : nil
  }

  private func drawHeader(
    _ section: Int, _ row: Int, _ cursor: TerminalAttributes, _ screen: any TerminalScreen
  ) {
    let content =
      if let model = presenter.section(at: section) { header(model, section) } else { TerminalHeader("", detail: "") }
    let style = style.header.adding(cursor)
    let room = frame.size.columns - gutter
    let detail = content.detail ?? String(presenter.numberOfItems(inSection: section))
    let sign = isFolded(section) ? "▸" : "▾"
    if let line = plainHeader(content.title, detail) {
      put(line, style, row, 0, screen)
      put(sign, style, row, gutter, screen)
    } else {
      fill(row, headerText(sign + " " + content.title, detail, room), style, screen)
    }
    if hasMarks {
      drawMark(mark(ofSection: section), numberOfRowsLeft(behind: .header(section)), row, cursor, screen)
    }
  }

  /// The title of a header with its detail at the end of the line.
  private func headerText(_ title: String, _ detail: String, _ room: Int) -> String {
    let (title, detail) = (TerminalText.printable(title), TerminalText.printable(detail))
    let rest = room - TerminalText.width(of: detail) - 1
    // If there is not enough room for both, only the title is shown.
    return rest >= min(TerminalText.width(of: title), 8) && !detail.isEmpty
      ? TerminalText.fitted(title, to: rest) + " " + detail : title
  }

  /// A header as one text with room for its sign, if it is printable ASCII and fits; nil for other headers.
  private func plainHeader(_ title: String, _ detail: String) -> String? {
    let whole = frame.size.columns
    let (title, detail) = (title.utf8, detail.utf8)
    let start = gutter + 2
    guard start + title.count + 1 + detail.count <= whole, title.isPrintableASCII, detail.isPrintableASCII else {
      return nil
    }
    return String(unsafeUninitializedCapacity: whole) { line in
      line.initialize(repeating: 0x20)
      Self.write(title, at: start, to: line)
      Self.write(detail, at: whole - detail.count, to: line)
      return whole
    }
  }

  private static func write(_ text: String.UTF8View, at start: Int, to line: UnsafeMutableBufferPointer<UInt8>) {
    text.withBytes { bytes in
      for index in bytes.indices { line[start + index] = bytes[index] }
    }
  }

  private func drawMark(
    _ mark: TerminalMark?, _ left: Int, _ row: Int, _ cursor: TerminalAttributes, _ screen: any TerminalScreen
  ) {
    guard gutter > 0 else { return }
    switch mark {
    case .arrived: put("+", style.arrived.adding(cursor), row, 0, screen)
    case .moved: put(">", style.moved.adding(cursor), row, 0, screen)
    case .changed: put("~", style.changed.adding(cursor), row, 0, screen)
    case nil: break
    }
    if left > 0 { put("-", style.left.adding(cursor), row, 1, screen) }
  }

  /// Draws a line after the columns for marks, and spaces in the rest of the row.
  private func fill(_ row: Int, _ text: String, _ style: TerminalStyle, _ screen: any TerminalScreen) {
    let width = frame.size.columns
    if blank.utf8.count != width { blank = String(repeating: " ", count: width) }
    put(blank, style, row, 0, screen)
    if !text.isEmpty { put(TerminalText.truncated(text, to: width - gutter), style, row, gutter, screen) }
  }

  private func put(
    _ text: String, _ style: TerminalStyle, _ row: Int, _ column: Int, _ screen: any TerminalScreen
  ) {
    screen.draw(
      text, style, at: TerminalPoint(row: frame.origin.row + row, column: frame.origin.column + column))
  }
}

extension TerminalList {
  /// Draws titles of the columns in a row of their own. The program must keep that row free, above or below the frame.
  ///
  /// - Parameters:
  ///   - titles: the titles, in the order of the columns.
  ///   - row: the row of the screen.
  ///   - style: the style of the titles.
  ///   - screen: the screen to draw on.
  public func drawHeadings(_ titles: [String], row: Int, _ style: TerminalStyle, on screen: any TerminalScreen) {
    let widths = TerminalColumn.widths(of: columns, in: frame.size.columns - gutter)
    let shown = widths.enumerated().filter { $0.element > 0 }.map { index, width in
      TerminalText.fitted(titles.indices.contains(index) ? titles[index] : "", to: width, columns[index].alignment)
    }
    let line = String(repeating: " ", count: gutter) + shown.joined(separator: " ")
    let text = TerminalText.fitted(line, to: frame.size.columns)
    screen.draw(text, style, at: TerminalPoint(row: row, column: frame.origin.column))
  }
}
