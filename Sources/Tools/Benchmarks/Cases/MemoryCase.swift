import CSQLite
import CoreData

/// The bytes per row that are in use after a fetch, without SQLite's own.
enum MemoryCase {
  static var benchmark: Benchmark {
    Benchmark(name: "memory") { workspace in
      let library = try workspace.library(.million)
      let shape = library.shape
      // A first fetch also allocates what is kept for all later ones, for example statements and tables of the model.
      // These bytes belong to no row, so they are allocated before the measurement.
      keep(try LiveList(library))
      keep(try LiveList(library, .inner))
      func bytes(_ make: () throws -> AnyObject) throws -> Double {
        let before = try used()
        let made = try make()
        let bytes = try used() - before
        keep(made)
        return Double(bytes) / Double(shape.books)
      }
      let list = try bytes { try LiveList(library) }
      let inner = try bytes { try LiveList(library, .inner) }
      let faults = try bytes {
        let list = try LiveList(library)
        return MadeItems(list: list, items: list.context.performAndWait { list.allItems })
      }
      return [
        figure("no object made", list, 64, shape), figure("every fault made", faults, 200, shape),
        figure("what our controller adds to the inner ones", list - inner, 8, shape),
      ]
    }
  }

  private final class MadeItems {
    let list: LiveList
    let items: [Book]

    init(list: LiveList, items: [Book]) {
      self.list = list
      self.items = items
    }
  }

  private static func figure(_ what: String, _ bytes: Double, _ bound: Double, _ shape: LibraryShape) -> BenchmarkResult
  {
    BenchmarkResult(name: "memory", size: "\(shape.size), \(what)", bound: bound, value: bytes, bytesPerRow: bytes)
  }

  /// The bytes in use from `malloc`, without those of SQLite.
  private static func used() throws -> Int { try MallocUse.bytes() - Int(sqlite3_memory_used()) }
}
