import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedViews

/// The expected screen of a terminal list, computed from all lines of the list.
@MainActor
struct NaiveList {
  enum Line: Hashable {
    case header(Int)
    case item(ItemPlace)
    case empty(Int)
  }

  let list: TerminalList<Shelves>
  var lines: [Line] = []

  init(_ list: TerminalList<Shelves>) {
    self.list = list
    for section in 0..<list.presenter.numberOfSections {
      if list.style.showsHeaders { lines.append(.header(section)) }
      if list.isFolded(section) { continue }
      let count = list.presenter.numberOfItems(inSection: section)
      lines += (0..<count).map { .item(ItemPlace(section: section, item: $0)) }
      if count == 0, list.style.showsHeaders, list.style.emptySectionText != nil { lines.append(.empty(section)) }
    }
  }

  func index(of cursor: TerminalCursor) -> Int? {
    switch cursor {
    case .header(let section): lines.firstIndex(of: .header(section))
    case .item(let place): lines.firstIndex(of: .item(place))
    }
  }

  /// Returns the rows of a screen. `top` is the index of the first line on the screen.
  func screen(from top: Int) -> [String] {
    let size = list.frame.size
    if lines.isEmpty, size.rows > 0 {
      return [fitted(list.style.emptyListText ?? "", "  ")] + Array(repeating: "", count: size.rows - 1)
    }
    var rows = (top..<top + size.rows).map { lines.indices.contains($0) ? text(lines[$0]) : "" }
    if list.style.keepsHeader, list.style.showsHeaders, size.rows >= 3 {
      switch lines[top] {
      case .item(let place): rows[0] = text(.header(place.section))
      case .empty(let section): rows[0] = text(.header(section))
      case .header: break
      }
    }
    return rows
  }

  private func text(_ line: Line) -> String {
    let presenter = list.presenter
    switch line {
    case .header(let section):
      let sign = list.isFolded(section) ? "▸ " : "▾ "
      let title = TerminalText.printable(sign + (presenter.section(at: section)?.title ?? ""))
      let count = "\(presenter.numberOfItems(inSection: section))"
      let rest = list.frame.size.columns - marksWidth - count.count - 1
      let hasRoom = rest >= min(TerminalText.width(of: title), 8)
      return fitted(
        hasRoom ? TerminalText.fitted(title, to: rest) + " " + count : title,
        marks(list.mark(ofSection: section), .header(section)))
    case .item(let place):
      // Without headers, the first row of a section has the mark for rows that were deleted before it.
      let isFirst = !list.style.showsHeaders && place.item == 0
      let before = isFirst ? list.numberOfRowsLeft(behind: .header(place.section)) : 0
      return fitted(presenter.item(at: place)?.title ?? "", marks(list.mark(at: place), .item(place), before))
    case .empty: return fitted("  " + (list.style.emptySectionText ?? ""), "  ")
    }
  }

  private var marksWidth: Int { list.frame.size.columns >= 8 ? 2 : 0 }

  private func marks(_ mark: TerminalMark?, _ line: TerminalCursor, _ before: Int = 0) -> String {
    let sign =
      switch mark {
      case .arrived: "+"
      case .moved: ">"
      case .changed: "~"
      case nil: " "
      }
    return sign + (list.numberOfRowsLeft(behind: line) + before > 0 ? "-" : " ")
  }

  private func fitted(_ text: String, _ marks: String) -> String {
    let text = TerminalText.fitted(text, to: list.frame.size.columns - marksWidth)
    return String(((marksWidth > 0 ? marks : "") + text).reversed().drop { $0 == " " }.reversed())
  }
}
