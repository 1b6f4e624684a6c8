import SectionedChanges
import SectionedDataSources

/// A section of the tests' lists.
struct Shelf: Identifiable, Hashable, Sendable, Codable {
  var id: Int
  var title = ""
}

/// An item of the tests' lists.
struct Book: Identifiable, Hashable, Sendable, Codable {
  var id: Int
  var title = ""
  var tags: [String] = []
}

typealias Shelves = MemoryList<Shelf, Book>

extension SectionedDataSource where SectionID == Int, ItemID == Int {
  /// The identifiers as `1: 10 11 | 2:`. A repeated identifier is followed by `#` and its occurrence number.
  var text: String {
    snapshot.sections.map { section in
      "\(section.id):" + section.items.map { " \($0.id)" }.joined()
    }.joined(separator: " | ")
  }
}

/// Makes shelves from a text such as `1: 10 11 | 2:`.
func shelves(_ text: String, anomalies: AnomalyHandler = .standard) -> Shelves {
  Shelves(content(text), anomalies: anomalies)
}

func content(_ text: String) -> [SectionContent<Shelf, Book>] {
  text.split(separator: "|").map { part in
    let numbers = part.split { !$0.isNumber }.compactMap { Int($0) }
    return SectionContent(Shelf(id: numbers[0]), items: numbers.dropFirst().map { Book(id: $0) })
  }
}
