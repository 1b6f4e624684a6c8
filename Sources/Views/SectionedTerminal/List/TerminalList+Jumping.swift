import SectionedChanges
import SectionedViews

extension TerminalList {
  /// The titles for jumping, each with its first section. Adjacent sections with the same title have one entry.
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

  /// Moves the cursor to the first section whose index title begins with a text, ignoring case.
  ///
  /// - Returns: whether there is such a section. False for an empty text.
  @discardableResult
  public func jump(toTitle text: String) -> Bool {
    let text = text.lowercased()
    guard !text.isEmpty, let indexTitle else { return false }
    // Searches without collecting the titles, because there may be a million.
    let section = presenter.answering {
      (0..<presenter.numberOfSections).first { section in
        presenter.section(at: section).flatMap(indexTitle)?.lowercased().hasPrefix(text) == true
      }
    }
    guard let section else { return false }
    jump(toSection: section)
    return true
  }

  /// Moves the cursor to the header of a section, or to its first item if there are no headers, and scrolls the header
  /// to the top as far as the list is long enough.
  public func jump(toSection section: Int) {
    guard section >= 0, section < presenter.numberOfSections, layout.numberOfLines > 0 else { return }
    cursorLine = visible(.header(section))
    setTop(layout.start(of: section))
    scrollToCursor()
  }
}
