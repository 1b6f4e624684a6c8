import SectionedChanges
@testable import SectionedDataSources

/// A shelf: a section of the tests' lists.
struct Shelf: Identifiable, Equatable, Sendable {
  var id: Int
  var name = ""
}

/// A book: an item of them.
struct Book: Identifiable, Equatable, Sendable {
  var id: Int
  var title = ""
}

typealias Books = MemoryList<Shelf, Book>
typealias BookSource = ComposedDataSource<Shelf, Int, Book, Int>
typealias BookChild = ChildSource<Shelf, Int, Book, Int>

extension MemoryDataSource where Section == Shelf, SectionID == Int, Item == Book, ItemID == Int {
  /// A list of shelves with books, by their numbers.
  convenience init(_ content: KeyValuePairs<Int, [Int]>, anomalies: AnomalyHandler = .standard) {
    self.init(
      content.map { SectionContent(Shelf(id: $0.key), items: $0.value.map { Book(id: $0) }) }, anomalies: anomalies)
  }
}
