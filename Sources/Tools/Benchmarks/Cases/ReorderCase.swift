import CSQLite
import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

/// The time to drop a row and to save, compared with the C statements for the changed rows.
///
/// Each side writes to its own file; both have the same content. With gaps between positions, one row changes; without
/// gaps, half of a section does.
enum ReorderCase {
  static var benchmark: Benchmark {
    Benchmark.ratio("reorder", atMost: 2, repetitions: 31) { workspace in
      try [true, false].map { hasGaps in
        let library = try workspace.ownLibrary(.hundredThousand)
        if !hasGaps {
          try library.database.run(#"UPDATE "ZBOOK" SET "ZRANK" = "ZRANK" / \#(library.shape.filledShelves)"#)
        }
        let statements = PositionStatements(try workspace.database(copying: library))
        let list = try DroppedRows(library)
        let what = hasGaps ? "gaps between positions" : "no gaps"
        return Comparison(size: "\(library.shape.size), one row dropped, \(what)") {
          try statements.perform(list.written)
        } ours: {
          try list.drop()
        }
      }
    }
  }
}

/// A list in which the last row of a section is dropped in the middle of that section.
private final class DroppedRows {
  /// The number of rows that the last drop wrote.
  private(set) var written = 1
  private let context: NSManagedObjectContext
  private let controller: LibraryList.Controller
  private let reordering: ListReordering
  private let sections: Int
  private var random = SeededRandom(seed: 9)

  init(_ library: LibraryStore) throws {
    let context = library.newContext()
    let (controller, reordering) = try context.performAndWait {
      let controller = LibraryList.controller(context, sortedBy: "rank")
      try controller.performFetch()
      return (controller, ListReordering(of: controller, position: "rank"))
    }
    (self.context, self.controller, self.reordering) = (context, controller, reordering)
    sections = library.shape.filledShelves
  }

  func drop() throws -> Duration {
    try context.measuring { context in
      let section = random.below(sections)
      let count = controller.allSections[section].numberOfObjects
      let (from, to) = (ItemPlace(section: section, item: count - 1), ItemPlace(section: section, item: count / 2))
      return try timed {
        try reordering.move(from: from, to: to)
        written = context.updatedObjects.count
        try context.save()
      }.duration
    }
  }
}

/// The statements of a save that changes the positions of rows: a transaction, and for each row the check that it has
/// not changed since it was read, and the update.
private final class PositionStatements {
  private let database: CDatabase
  private var position: Int64 = 1 << 32

  init(_ database: CDatabase) { self.database = database }

  func perform(_ count: Int) throws -> Duration {
    let version = try database.statement("SELECT Z_OPT FROM ZBOOK WHERE Z_PK = ?1")
    let update = try database.statement(#"UPDATE "ZBOOK" SET Z_OPT = ?2, "ZRANK" = ?3 WHERE Z_PK = ?1"#)
    return try timed {
      try database.transaction {
        for row in 1...Int64(max(1, count)) {
          sqlite3_bind_int64(version, 1, row)
          guard sqlite3_step(version) == SQLITE_ROW else { throw BenchmarkError("There is no book \(row).") }
          let number = sqlite3_column_int64(version, 0)
          sqlite3_reset(version)
          position += 1
          sqlite3_bind_int64(update, 1, row)
          sqlite3_bind_int64(update, 2, number + 1)
          sqlite3_bind_int64(update, 3, position)
          try database.finish(update)
        }
      }
    }.duration
  }
}
