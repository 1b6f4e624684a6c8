import CoreData
import SectionedTerminal

/// Draws the browser: a title line, the list, and at the bottom lines for the prompt, the status or hints.
@MainActor
struct BrowseScreen {
  let model: BrowseModel
  let screen: any TerminalScreen

  /// The largest number of lines of a status.
  private static let longestStatus = 3

  func draw() {
    screen.clear()
    screen.cursor = nil
    let size = screen.size
    guard size.rows > 0, size.columns > 0 else { return screen.flush() }
    let pane = model.pane
    pane.layOut(width: size.columns)
    drawTitle(pane, width: size.columns)
    let bottom = lastLines(width: size.columns, rows: size.rows)
    var top: Int
    var columns: [TerminalColumn]
    repeat {
      columns = pane.list.columns
      let hasHeadings = size.rows >= 8 && columns.count > 1 && !pane.headings.isEmpty
      top = hasHeadings ? 2 : 1
      let rows = max(0, size.rows - top - bottom.count)
      pane.list.frame = TerminalFrame(row: top, rows: rows, columns: size.columns)
      pane.list.draw(on: screen)
      if hasHeadings { pane.list.drawHeadings(pane.headings, row: 1, TerminalStyle(.underline), on: screen) }
      // Newly drawn rows may need wider columns, so draw again until the columns stay the same.
      pane.layOut(width: size.columns)
    } while pane.list.columns != columns
    for (index, line) in bottom.enumerated() where size.rows > top {
      screen.draw(line.text, line.style, at: TerminalPoint(row: size.rows - bottom.count + index, column: 0))
    }
    if let prompt = model.prompt { placeCursor(of: prompt, size) }
    screen.flush()
  }

  private func drawTitle(_ pane: any BrowsePane, width: Int) {
    // The last part, the number of items, is the most important one. Show it alone if the summary is too long.
    let parts = pane.summary.split(separator: "; ").map(String.init)
    let isTooLong = TerminalText.width(of: pane.summary) > width / 2
    let summary = TerminalText.truncated((isTooLong ? parts.last : nil) ?? pane.summary, to: max(0, width / 2))
    let search = pane.search.isEmpty ? "" : " with “\(pane.search.printable)”"
    let title = (model.store.store.isGuessed ? "(guessed model) " : "") + pane.title + search
    let room = max(0, width - TerminalText.width(of: summary) - 1)
    let line = TerminalText.fitted(title, to: room) + " " + summary
    screen.draw(TerminalText.fitted(line, to: width), TerminalStyle(.reverse), at: TerminalPoint(row: 0, column: 0))
  }

  private func lastLines(width: Int, rows: Int) -> [(text: String, style: TerminalStyle)] {
    var lines: [(text: String, style: TerminalStyle)] = []
    if let status = model.shownStatus {
      let most = max(1, min(Self.longestStatus, rows - 3))
      // Wrap one line more than is shown, but not a whole value of any length. A space at which a line is broken takes
      // a column, too.
      let wrapped = TerminalText.truncated(status.text, to: (most + 1) * (width + 1)).wrapped(to: width)
      let shown = wrapped.prefix(most)
      lines = shown.map { ($0, status.isError ? .failed : .plain) }
      if wrapped.count > shown.count, let last = lines.popLast() {
        lines.append((TerminalText.truncated(last.text + "……", to: width), last.style))
      }
    }
    if let prompt = model.prompt {
      lines.append((visible(prompt, width: width).text, TerminalStyle(.bold)))
    } else if lines.isEmpty {
      lines.append((TerminalText.truncated(hints, to: width), TerminalStyle(.dim)))
    }
    return lines
  }

  /// The visible part of the typed text and the cursor's column in it. A text that is too long is cut at its beginning.
  private func visible(_ prompt: BrowsePrompt, width: Int) -> (text: String, column: Int) {
    let head = prompt.label + prompt.head
    // Include characters before the cursor while there is room, and then those after it.
    var (start, column) = (head.endIndex, 0)
    while start > head.startIndex {
      let next = head.index(before: start)
      let wider = column + TerminalText.width(of: head[next])
      if wider >= max(1, width) { break }
      (start, column) = (next, wider)
    }
    let text = head[start...] + prompt.text.dropFirst(prompt.position).prefix(max(0, width - column))
    return (TerminalText.printable(String(text)), column)
  }

  private func placeCursor(of prompt: BrowsePrompt, _ size: TerminalSize) {
    screen.cursor = TerminalPoint(row: size.rows - 1, column: visible(prompt, width: size.columns).column)
  }

  private var hints: String {
    var hints = ["? help", "q quit"]
    if model.panes.count > 1 { hints.append("Esc back") }
    if model.story != nil { hints.append("n next step") }
    if model.objectsPane != nil { hints += ["/ search", "b sections", "o order", "e entities"] }
    if model.valuePane != nil { hints += ["y copy", "w write to a file"] }
    if model.detailsPane != nil, !model.store.canEdit { hints.append("Enter value") }
    if model.store.canEdit {
      if model.store.context.hasChanges { hints.append("s save") }
      if model.store.context.undoManager?.canUndo == true { hints.append("u undo") }
      if model.objectsPane != nil { hints += ["i insert", "d delete"] }
      if model.detailsPane != nil { hints += ["Enter edit", "d delete"] }
    }
    if model.objectsPane == nil { hints.append("/ search") }
    return hints.joined(separator: "  ")
  }
}

extension String {
  /// Wraps the text at a width. Lines break at spaces, and within words that are longer than a line.
  fileprivate func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let joined = line.isEmpty ? String(word) : line + " " + word
      if TerminalText.width(of: joined) <= width || line.isEmpty {
        line = joined
      } else {
        lines.append(line)
        line = String(word)
      }
      // The word is longer than a line.
      while TerminalText.width(of: line) > width, width > 1, line.count > 1 {
        var head = ""
        while let next = line.first, TerminalText.width(of: head + String(next)) <= width {
          head.append(line.removeFirst())
        }
        guard !head.isEmpty else { break }
        lines.append(head)
      }
    }
    return lines + [line]
  }
}
