import SectionedChanges
import SectionedViews

extension TerminalList {
  /// The mark of an item: its change since the marks were cleared; nil if it did not change.
  public func mark(at place: ItemPlace) -> TerminalMark? {
    marks.items.isEmpty ? nil : presenter.itemID(at: place).flatMap { marks.items[$0] }
  }

  /// The mark of a section: its change since the marks were cleared; nil if it did not change.
  public func mark(ofSection section: Int) -> TerminalMark? {
    marks.sections.isEmpty ? nil : presenter.sectionID(at: section).flatMap { marks.sections[$0] }
  }

  /// The number of rows directly after a line that have left since the marks were cleared.
  public func numberOfRowsLeft(behind line: TerminalCursor) -> Int {
    if marks.left.isEmpty { return 0 }
    return switch line {
    case .header(let section): presenter.sectionID(at: section).flatMap { marks.left[.header($0)] } ?? 0
    case .item(let place): presenter.itemID(at: place).flatMap { marks.left[.item($0)] } ?? 0
    }
  }

  /// Clears the marks. Each key clears them; a program may also do so after some time.
  public func clearMarks() {
    guard hasMarks else { return }
    marks = TerminalMarks()
    onChange?()
  }
}
