#if canImport(UIKit) && !os(watchOS)
  /// The titles at the side of a view, and the sections that they lead to. Sections with one title that follow each other
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

    /// Where a title leads; the first section where there is no such title.
    func section(at index: Int) -> Int { sections.indices.contains(index) ? sections[index] : 0 }
  }
#endif
