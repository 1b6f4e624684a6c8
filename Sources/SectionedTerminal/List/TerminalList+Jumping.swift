import SectionedChanges
import SectionedViews

extension TerminalList {
  /// The titles to jump by, with the first section of each. Sections with one title that follow each other share it.
  ///
  /// - Complexity: O(sections).
  public var indexTitles: [(title: String, section: Int)] {
    guard let indexTitle else { return [] }
    return presenter.answering {
      var titles: [(title: String, section: Int)] = []
      for section in 0..<presenter.numberOfSections {
        guard let title = presenter.section(at: section).flatMap(indexTitle), title != titles.last?.title else {
          continue
        }
        titles.append((title, section))
      }
      return titles
    }
  }

  /// Puts the cursor on the first section whose index title begins with a text, upper or lower case.
  ///
  /// - Returns: whether there is one. An empty text is the beginning of none.
  @discardableResult
  public func jump(toTitle text: String) -> Bool {
    let text = text.lowercased()
    guard !text.isEmpty, let indexTitle else { return false }
    // One after the other: of a million titles none is kept.
    let section = presenter.answering {
      (0..<presenter.numberOfSections).first { section in
        presenter.section(at: section).flatMap(indexTitle)?.lowercased().hasPrefix(text) == true
      }
    }
    guard let section else { return false }
    jump(toSection: section)
    return true
  }

  /// Puts the cursor on the header of a section, which is scrolled to the top as far as the list is long enough. Without
  /// headers, on its first item.
  public func jump(toSection section: Int) {
    guard section >= 0, section < presenter.numberOfSections, layout.numberOfLines > 0 else { return }
    cursorLine = visible(.header(section))
    setTop(layout.start(of: section))
    scrollToCursor()
  }
}
