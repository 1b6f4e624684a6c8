import SectionedChanges
import SectionedViews

extension TerminalList {
  /// What happened to an item since the marks were cleared; nil where nothing did.
  public func mark(at place: ItemPlace) -> TerminalMark? {
    marks.items.isEmpty ? nil : presenter.itemID(at: place).flatMap { marks.items[$0] }
  }

  /// What happened to a section since the marks were cleared; nil where nothing did.
  public func mark(ofSection section: Int) -> TerminalMark? {
    marks.sections.isEmpty ? nil : presenter.sectionID(at: section).flatMap { marks.sections[$0] }
  }

  /// How many rows have left directly behind a line since the marks were cleared.
  public func numberOfRowsLeft(behind line: TerminalCursor) -> Int {
    if marks.left.isEmpty { return 0 }
    return switch line {
    case .header(let section): presenter.sectionID(at: section).flatMap { marks.left[.header($0)] } ?? 0
    case .item(let place): presenter.itemID(at: place).flatMap { marks.left[.item($0)] } ?? 0
    }
  }

  /// Forgets what happened. For a program that does so after some time, besides each key.
  public func clearMarks() {
    guard hasMarks else { return }
    marks = TerminalMarks()
    onChange?()
  }
}
