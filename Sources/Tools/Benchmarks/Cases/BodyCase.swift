import Observation
import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// The bodies of SwiftUI's views that an event runs again. As in SwiftUI, a body runs again if a value that it read has
/// changed.
enum BodyCase {
  static var benchmark: Benchmark {
    Benchmark(name: "view.swiftui.body") { _ in
      try ["changed row", "inserted row", "row moved across"].map { kind in
        // A move changes two sections.
        let bound = kind == "row moved across" ? 2.0 : 1
        return BenchmarkResult(
          name: "view.swiftui.body", size: "1k sections, bodies run again for one \(kind)", bound: bound,
          value: try bodies(for: kind))
      }
    }
  }

  private struct Shelf: Identifiable, Equatable { let id: Int }

  private struct Book: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  private static let (sections, perSection, events) = (1_000, 10, 100)

  /// The mean number of bodies that run again, including the body of the list that contains the sections.
  private static func bodies(for kind: String) throws -> Double {
    let books = MemoryList<Shelf, Book>(
      (0..<sections).map { shelf in
        SectionContent(Shelf(id: shelf), items: (0..<perSection).map { Book(id: shelf * perSection + $0) })
      })
    let observed = ObservableDataSource(books)
    let screen = Screen()
    screen.run { keep(observed.sectionIDs) }
    for id in observed.sectionIDs { screen.run { keep(observed.section(for: id)) } }
    var random = SeededRandom(seed: 1)
    var count = 0
    for event in 0..<events {
      let section = random.below(sections)
      switch kind {
      case "changed row":
        let book = books.items(inSection: section)[0]
        try books.update(Book(id: book.id, title: "\(event)"))
      case "inserted row": try books.append(Book(id: sections * perSection + event), toSection: section)
      default:
        let target = (section + 1) % sections
        // The row is moved back, so that no section becomes empty.
        try books.move(from: ItemPlace(section: section, item: 0), to: ItemPlace(section: target, item: 0))
        let moved = screen.update()
        try books.move(from: ItemPlace(section: target, item: 0), to: ItemPlace(section: section, item: 0))
        guard screen.update() == moved else { throw BenchmarkError("The move back ran other bodies.") }
        count += moved
      }
      count += screen.update()
    }
    keep(observed)
    return Double(count) / Double(events)
  }

  /// Runs bodies, and records a body again when a value that it has read changes.
  ///
  /// Unchecked: everything happens on one thread.
  private final class Screen: @unchecked Sendable {
    private var waiting: [() -> Void] = []

    func run(_ body: @escaping () -> Void) {
      let again = Body { [unowned self] in run(body) }
      withObservationTracking(body) { [self] in waiting.append(again.run) }
    }

    /// Runs the recorded bodies, and returns their number.
    func update() -> Int {
      let now = waiting
      waiting = []
      for body in now { body() }
      return now.count
    }
  }

  /// Unchecked for the reason of ``Screen``.
  private struct Body: @unchecked Sendable {
    let run: () -> Void
  }
}
