import CSQLite
import SectionedTesting

/// Edits of a library's rows by C.
final class ExternalEdits {
  private let database: CDatabase
  private let shape: LibraryShape
  private var random = SeededRandom(seed: 7)
  private var next: Int

  init(_ database: CDatabase, _ shape: LibraryShape) {
    self.database = database
    self.shape = shape
    next = shape.books + 1
  }

  /// Renames half of the given number of books, and changes the values of the other half, as `SavedBatch` does.
  ///
  /// - Returns: the numbers of the changed books.
  @discardableResult
  func updateNamesAndValues(_ count: Int) throws -> Set<Int> {
    try database.transaction {
      var changed = Set<Int>()
      let name = try database.statement(#"UPDATE "ZBOOK" SET Z_OPT = Z_OPT + 1, "ZNAME" = ?2 WHERE Z_PK = ?1"#)
      let value = try database.statement(#"UPDATE "ZBOOK" SET Z_OPT = Z_OPT + 1, "ZVALUE" = ?2 WHERE Z_PK = ?1"#)
      for place in 0..<count {
        let statement = place.isMultiple(of: 2) ? name : value
        let book = book()
        changed.insert(book)
        sqlite3_bind_int64(statement, 1, Int64(book))
        if place.isMultiple(of: 2) {
          database.bind(statement, 2, newName())
        } else {
          sqlite3_bind_double(statement, 2, Double(random.below(1_000_000)))
        }
        try database.finish(statement)
      }
      return changed
    }
  }

  /// Inserts, deletes, renames and moves as many books as `LiveList.performMixedEdits`. It makes no updates in place.
  func performMixedEdits(_ count: Int) throws {
    let filling = LibraryFilling(database: database, shape: shape)
    try database.transaction {
      let delete = try database.statement(#"DELETE FROM "ZBOOK" WHERE Z_PK = ?1"#)
      let move = try database.statement(#"UPDATE "ZBOOK" SET "ZNAME" = ?2 WHERE Z_PK = ?1"#)
      let change = try database.statement(#"UPDATE "ZBOOK" SET "ZSHELF" = ?2 WHERE Z_PK = ?1"#)
      try filling.insertBooks(next..<next + count / 4) { Int64(self.shape.shelf(ofBook: $0)) }
      next += count / 4
      for place in 0..<count / 2 {
        let statement = place.isMultiple(of: 2) ? delete : place % 4 == 1 ? move : change
        sqlite3_bind_int64(statement, 1, Int64(book()))
        if place % 4 == 1 { database.bind(statement, 2, newName()) }
        if place % 4 == 3 { sqlite3_bind_int64(statement, 2, Int64(1 + random.below(shape.filledShelves))) }
        try database.finish(statement)
      }
    }
  }

  private func book() -> Int { 1 + random.below(shape.books) }

  private func newName() -> String { LibraryStore.name(of: shape.books + 1 + random.below(1_000_000_000)) }
}
