import SectionedDataSources
import SectionedTesting

struct Shelf: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""
}

struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""
  var isLent = false
}

// Random tests compare texts, and these are faster than those made by reflection.
extension Shelf: CustomStringConvertible {
  var description: String { "\(id) \(title)" }
}

extension Book: CustomStringConvertible {
  var description: String { "\(id) \(title)\(isLent ? "!" : "")" }
}

typealias Shelves = MemoryList<Shelf, Book>

/// A library: `1 one: 10 11 12 | 2 two: 20 21 22 | 3 three:`
func library(_ anomalies: AnomalyLog = AnomalyLog()) -> Shelves {
  Shelves(
    [
      SectionContent(Shelf(id: 1, title: "one"), items: [10, 11, 12].map { Book(id: $0) }),
      SectionContent(Shelf(id: 2, title: "two"), items: [20, 21, 22].map { Book(id: $0) }),
      SectionContent(Shelf(id: 3, title: "three")),
    ], anomalies: anomalies.handler)
}

/// A log of anomalies. Unchecked, because only sources on the main actor use it.
final class AnomalyLog: @unchecked Sendable {
  private(set) var messages: [String] = []
  private(set) var kinds: [DataSourceAnomaly.Kind] = []

  var handler: AnomalyHandler {
    AnomalyHandler { [self] in
      kinds.append($0.kind)
      messages.append($0.message)
    }
  }
}

/// Waits until the main actor has run the tasks that were scheduled before.
@MainActor func nextTurn() async {
  for _ in 0..<5 { await Task.yield() }
}
