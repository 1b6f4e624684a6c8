import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// Random sections, some without titles or items. The index of a table and of a collection is compared with a naive
/// walk of the sections.
@Suite("Titles of the index, over random sections")
@MainActor
struct RandomIndexTitleTests {
  nonisolated private static func title(_ shelf: Shelf) -> String? {
    shelf.title.isEmpty ? nil : String(shelf.title.prefix(1))
  }

  nonisolated private static func content(_ random: inout SeededRandom) -> [SectionContent<Shelf, Book>] {
    (0..<random.below(8)).map { section in
      let count = random.oneIn(2) ? 0 : random.below(3)
      return SectionContent(
        Shelf(id: section, title: random.one(of: ["", "a", "ab", "b", "B", "c"])),
        items: (0..<count).map { Book(id: section * 10 + $0) })
    }
  }

  /// The index titles, each with the sections that share it.
  nonisolated private static func naive(_ content: [SectionContent<Shelf, Book>]) -> [(title: String, sections: [Int])]
  {
    var titles: [(title: String, sections: [Int])] = []
    for (index, part) in content.enumerated() {
      guard let title = title(part.section) else { continue }
      if let last = titles.last, last.title == title {
        titles[titles.count - 1].sections.append(index)
      } else {
        titles.append((title, [index]))
      }
    }
    return titles
  }

  @Test("Of a table", arguments: ViewRuns.seeds(24))
  func table(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = TableStage()
    stage.binding.indexTitle = { Self.title($0) }
    for _ in 0..<20 {
      let content = Self.content(&random)
      stage.list.set(content)
      stage.table.layoutIfNeeded()
      let source = try #require(stage.table.dataSource)
      let titles = Self.naive(content)
      let comment: Comment = "\(content), SECTIONS_SEED=\(seed)"
      #expect(source.sectionIndexTitles(for: stage.table) == (titles.isEmpty ? nil : titles.map(\.title)), comment)
      for (index, title) in titles.enumerated() {
        let section = source.tableView(stage.table, sectionForSectionIndexTitle: title.title, at: index)
        #expect(section == title.sections.first, comment)
      }
      // A view may still have the titles of an earlier list.
      for index in [-1, titles.count, titles.count + 5] {
        #expect(source.tableView(stage.table, sectionForSectionIndexTitle: "?", at: index) == 0, comment)
      }
    }
  }

  /// The expected place: the first item in the title's section or after it, or else the last item before it.
  @Test("Of a collection", arguments: ViewRuns.seeds(24))
  func collection(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = CollectionStage()
    stage.binding.indexTitle = { Self.title($0) }
    for _ in 0..<20 {
      let content = Self.content(&random)
      stage.list.set(content)
      stage.view.layoutIfNeeded()
      let source = try #require(stage.view.dataSource)
      let titles = Self.naive(content)
      let comment: Comment = "\(content), SECTIONS_SEED=\(seed)"
      #expect(source.indexTitles(for: stage.view) == (titles.isEmpty ? nil : titles.map(\.title)), comment)
      let places = content.indices.flatMap { section in
        content[section].items.indices.map { IndexPath(item: $0, section: section) }
      }
      for (index, title) in titles.enumerated() {
        let first = title.sections.first ?? 0
        let expected = places.first { $0.section >= first } ?? places.last ?? IndexPath(item: 0, section: 0)
        let found = source.collectionView(stage.view, indexPathForIndexTitle: title.title, at: index)
        #expect(found == expected, comment)
      }
    }
  }
}
