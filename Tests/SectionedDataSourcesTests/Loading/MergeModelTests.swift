import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Random sections with repeated identifiers of sections and items, merged by each strategy in three ways: by the
/// function, by a list in memory, and by a plain model that follows the documentation of `MergeStrategy`.
@Suite("Merging beside a plain model, with repeated sections and items")
struct MergeModelTests {
  private static func content(_ random: inout SeededRandom, _ sections: Int) -> [LoadingBookContent] {
    (0..<random.below(sections)).map { _ in
      let shelf = LoadingShelf(id: random.one(of: ["A", "B", "C"]), title: "\(random.below(9))")
      let books = (0..<random.below(4)).map { _ in
        LoadingBook("\(random.one(of: ["a", "b", "c", "d", "e"]))\(1 + random.below(5))")
      }
      return SectionContent(shelf, items: books)
    }
  }

  /// Returns content in which each new item occurs once: its last version, at its first position.
  private static func once(_ content: [LoadingBookContent]) -> [LoadingBookContent] {
    var result: [LoadingBookContent] = []
    let all = content.flatMap(\.items)
    var seen: [String] = []
    for part in content {
      var books: [LoadingBook] = []
      for book in part.items where !seen.contains(book.id) {
        seen.append(book.id)
        books.append(all.last { $0.id == book.id } ?? book)
      }
      result.append(SectionContent(part.section, items: books))
    }
    return result
  }

  /// - Parameter section: the section to which items are appended; nil for the section with the same identifier.
  private static func merged(
    _ strategy: MergeStrategy, _ new: [LoadingBookContent], into old: [LoadingBookContent], section: Int? = nil
  ) -> [LoadingBookContent] {
    var result = old
    let new = strategy == .additive ? new : once(new)
    if strategy == .replaceOlder {
      for book in new.flatMap(\.items) {
        for index in result.indices { result[index].items.removeAll { $0.id == book.id } }
      }
    }
    for part in new {
      var place = section ?? result.firstIndex { $0.section.id == part.section.id }
      if place == nil {
        result.append(SectionContent(part.section))
        place = result.count - 1
      }
      guard let place else { continue }
      if section == nil { result[place].section = part.section }
      for book in part.items {
        let index = strategy == .updateInPlace ? result.firstIndex { $0.items.contains { $0.id == book.id } } : nil
        if let index, let item = result[index].items.firstIndex(where: { $0.id == book.id }) {
          result[index].items[item] = book
        } else {
          result[place].items.append(book)
        }
      }
    }
    return result
  }

  @Test(arguments: RandomRuns.seeds(16))
  func allAgree(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 0..<120 {
      for strategy in MergeStrategy.allCases {
        let (old, new) = (Self.content(&random, 5), Self.content(&random, 6))
        let comment: Comment = "step \(step), \(strategy), SECTIONS_SEED=\(seed)"
        let expected = Self.merged(strategy, new, into: old)
        let found = strategy.merging(new, into: old, sectionID: \.id, itemID: \.id)
        try #require(found == expected, "\(old) and \(new), \(comment)")
        let list = MemoryList<LoadingShelf, LoadingBook>(old, anomalies: AnomalyHandler { _ in })
        let laws = LoadingLaws(list) { $0.text }
        list.merge(new, by: strategy)
        try #require(list.content == expected, "\(old) and \(new), \(comment)")
        laws.settle()
        #expect(laws.faults == [] && laws.updates <= 1, comment)
        guard !expected.isEmpty else { continue }
        let section = random.below(expected.count)
        let items = Self.content(&random, 3).flatMap(\.items)
        try list.merge(items, intoSection: section, by: strategy)
        let part = SectionContent(expected[section].section, items: items)
        #expect(list.content == Self.merged(strategy, [part], into: expected, section: section), comment)
        let (flat, more) = (old.flatMap(\.items), new.flatMap(\.items))
        let shelf = LoadingShelf(id: "A")
        #expect(
          strategy.merging(more, into: flat, identifiedBy: \.id)
            == Self.merged(strategy, [SectionContent(shelf, items: more)], into: [SectionContent(shelf, items: flat)])
            .flatMap(\.items), comment)
      }
    }
  }
}
