import SectionedChanges

@testable import SectionedDataSources

typealias BookSource = ComposedDataSource<Shelf, Int, Book, Int>
typealias BookChild = ChildSource<Shelf, Int, Book, Int>

extension MemoryDataSource where Section == Shelf, SectionID == Int, Item == Book, ItemID == Int {
  /// Makes shelves with books, from their numbers.
  convenience init(_ content: KeyValuePairs<Int, [Int]>, anomalies: AnomalyHandler = .standard) {
    self.init(
      content.map { SectionContent(Shelf(id: $0.key), items: $0.value.map { Book(id: $0) }) }, anomalies: anomalies)
  }
}

/// A handler that ignores all anomalies.
let silent = AnomalyHandler { _ in }
