import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The longest time for which a background source blocks the main actor while it shows a list of a million rows,
/// searches it, and merges 100,000 rows. A second figure is the ratio to the same list on the main queue.
@MainActor
enum ValuesCase {
  nonisolated static var benchmark: Benchmark {
    Benchmark(name: name, figures: { _ in [] }, later: { try await measure($0) })
  }

  private nonisolated static let name = "values.blocked"
  private typealias Source = BackgroundDataSource<NSManagedObject, Book, String, BookRow>

  private struct BookRow: Sendable {
    var name = ""
    var value = 0.0
  }

  private static func measure(_ workspace: Workspace) async throws -> [BenchmarkResult] {
    let library = try workspace.library(.million)
    let container = try container(of: library)
    let onMain = try mainQueueTimes(library)
    var results: [BenchmarkResult] = []
    func add(_ stage: String, _ blocked: Duration, insteadOf other: Duration?) {
      let size = "\(library.shape.size), \(stage)"
      results.append(
        BenchmarkResult(name: name, size: "\(size), ms at a time", bound: 8, value: blocked / .milliseconds(1)))
      guard let other else { return }
      let sample = Sample(baseline: other, ours: blocked)
      results.append(BenchmarkResult(name: name, size: "\(size), of the main queue's", bound: nil, samples: [sample]))
    }

    let first = BusyWatch()
    let source = Source(
      in: container, placeholder: BookRow(), sectionPlaceholder: "",
      controller: { LibraryList.controller($0) },
      section: { $0.map { "\($0.value(forKey: "rank") ?? 0)" } ?? "" },
      item: { BookRow(name: $0.name ?? "", value: $0.value ?? 0) })
    let screen = Screen(source)
    await source.settle()
    add("first list", await first.longest(), insteadOf: onMain.first)
    guard source.numberOfItems == library.shape.books else {
      throw BenchmarkError("The source shows \(source.numberOfItems) rows.")
    }

    let searching = BusyWatch()
    source.changeRequests { items, _ in items.predicate = NSPredicate(format: "name BEGINSWITH %@", "name-1") }
    await source.settle()
    source.changeRequests { items, _ in items.predicate = nil }
    await source.settle()
    add("searched", await searching.longest(), insteadOf: onMain.search)

    let merging = BusyWatch()
    try await save(100_000, of: library, in: container)
    await source.settle()
    add("100k rows merged", await merging.longest(), insteadOf: nil)
    guard screen.steps >= 4 else { throw BenchmarkError("The source took \(screen.steps) steps.") }
    return results
  }

  /// The time of the first fetch of a controller on the main queue, and the longer of its two fetches in a search.
  private static func mainQueueTimes(_ library: LibraryStore) throws -> (first: Duration, search: Duration) {
    let controller = LibraryList.controller(library.newContext(.mainQueueConcurrencyType))
    let first = try timed { try controller.performFetch() }.duration
    controller.itemFetchRequest.predicate = NSPredicate(format: "name BEGINSWITH %@", "name-1")
    let search = try timed { try controller.performFetch() }.duration
    controller.itemFetchRequest.predicate = nil
    return (first, max(search, try timed { try controller.performFetch() }.duration))
  }

  private static func container(of library: LibraryStore) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: LibraryModel.shared)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: library.url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  /// Saves another value of many books in a context of its own. No book is inserted, deleted or moved.
  private static func save(_ count: Int, of library: LibraryStore, in container: NSPersistentContainer) async throws {
    let books = library.shape.books
    try await container.performBackgroundTask { @Sendable context in
      let entity = try SaveCases.entity("Book", of: context)
      for place in 0..<count {
        let id = context.objectID(primaryKey: Int64(1 + place * (books / count)), entity: entity)
        context.object(with: id).setValue(-Double(place) - 0.5, forKey: "value")
      }
      try context.save()
    }
  }

  /// A view that reads the first rows after each step.
  private final class Screen {
    private(set) var steps = 0
    private var token: ObservationToken?

    init(_ source: Source) {
      token = source.observe { [unowned self, unowned source] _ in
        steps += 1
        guard source.numberOfSections > 0 else { return }
        keep(source.section(at: 0))
        for item in 0..<20 { keep(source.item(at: ItemPlace(section: 0, item: item))) }
      }
    }
  }
}

/// Measures from another thread how long the main actor lets a request wait.
private struct BusyWatch {
  private let task: Task<Duration, Never>

  init() {
    task = Task.detached(priority: .high) {
      let clock = ContinuousClock()
      var longest = Duration.zero
      while !Task.isCancelled {
        let start = clock.now
        await MainActor.run {}
        longest = max(longest, clock.now - start)
        try? await Task.sleep(for: .microseconds(200))
      }
      return longest
    }
  }

  /// Ends the measurement, and returns the longest wait.
  func longest() async -> Duration {
    task.cancel()
    return await task.value
  }
}
