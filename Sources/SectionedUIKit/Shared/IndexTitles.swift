#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges

  /// The titles in the index at the side of a view, and their sections. Sections with one title that follow each other
  /// share it; a section without one has none.
  struct IndexTitles {
    private(set) var titles: [String] = []
    private(set) var sections: [Int] = []

    @MainActor
    init(_ answers: any ListAnswers) {
      for section in 0..<answers.numberOfSections {
        guard let title = answers.indexTitle(ofSection: section), title != titles.last else { continue }
        titles.append(title)
        sections.append(section)
      }
    }

    /// The item that a title scrolls to: the first one of its section, or of the next one that has items, or else the
    /// last item of the list; nil where there is none.
    @MainActor
    func place(at index: Int, _ answers: any ListAnswers) -> ItemPlace? {
      let section = section(at: index)
      let isFull = { answers.numberOfItems(inSection: $0) > 0 }
      if let next = (section..<max(section, answers.numberOfSections)).first(where: isFull) {
        return ItemPlace(section: next, item: 0)
      }
      let last = (0..<min(section, answers.numberOfSections)).last(where: isFull)
      return last.map { ItemPlace(section: $0, item: answers.numberOfItems(inSection: $0) - 1) }
    }

    /// The section of a title; the first section where there is no such title.
    func section(at index: Int) -> Int { sections.indices.contains(index) ? sections[index] : 0 }
  }
#endif
