import SectionedChanges

@testable import SectionedDataSources

typealias BookSource = ComposedDataSource<Shelf, Int, Book, Int>
typealias BookChild = ChildSource<Shelf, Int, Book, Int>

extension MemoryDataSource where Section == Shelf, SectionID == Int, Item == Book, ItemID == Int {
  /// Shelves with books, by their numbers.
  convenience init(_ content: KeyValuePairs<Int, [Int]>, anomalies: AnomalyHandler = .standard) {
    self.init(
      content.map { SectionContent(Shelf(id: $0.key), items: $0.value.map { Book(id: $0) }) }, anomalies: anomalies)
  }
}

/// A handler that collects nothing.
let silent = AnomalyHandler { _ in }
