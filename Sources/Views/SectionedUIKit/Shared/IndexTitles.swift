#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges

  /// The titles in the index at the side of a view, and the section of each. Consecutive sections with the same title
  /// share one entry; a section may have no title.
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

    /// The place to which a title scrolls: the first item of its section or of the next section with items, or else the
    /// last item before it; nil if the list is empty.
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

    /// The section of a title; 0 if there is no such title.
    func section(at index: Int) -> Int { sections.indices.contains(index) ? sections[index] : 0 }
  }
#endif
