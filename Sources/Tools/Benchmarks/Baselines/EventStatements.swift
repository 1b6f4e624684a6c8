import CSQLite
import SectionedTesting

/// The statements of one event that no implementation can omit: a read transaction, the check for external writes, and
/// the index query that finds the place of the row. A deletion has no place to find. It reads the row by its primary
/// key instead, because the row is not loaded and the event has to report the shelf that loses the book.
final class EventStatements {
  private let library: LibraryStore
  private var random = SeededRandom(seed: 5)

  init(_ library: LibraryStore) { self.library = library }

  func perform(_ edit: ItemEdit) throws -> Duration {
    let (database, shape) = (library.database, library.shape)
    let version = try database.statement("PRAGMA data_version")
    let successor = try database.statement(
      "SELECT Z_PK FROM ZBOOK WHERE ZSHELF = ?1 AND (ZNAME, Z_PK) > (?2, ?3) ORDER BY ZNAME, Z_PK LIMIT 1")
    let owner = try database.statement("SELECT ZSHELF FROM ZBOOK WHERE Z_PK = ?1")
    let (begin, commit) = (try database.statement("BEGIN"), try database.statement("COMMIT"))
    let name = LibraryStore.name(of: shape.books + 1 + random.below(1_000_000_000))
    let book = Int64(1 + random.below(shape.books))
    let shelf = Int64(1 + random.below(shape.filledShelves))
    return try timed {
      try database.finish(begin)
      guard sqlite3_step(version) == SQLITE_ROW else { throw database.error("data_version") }
      keep(sqlite3_column_int64(version, 0))
      sqlite3_reset(version)
      switch edit {
      case .insert, .moveWithin, .moveAcross:
        sqlite3_bind_int64(successor, 1, shelf)
        database.bind(successor, 2, name)
        sqlite3_bind_int64(successor, 3, 0)
        if sqlite3_step(successor) == SQLITE_ROW { keep(sqlite3_column_int64(successor, 0)) }
        sqlite3_reset(successor)
      case .delete:
        sqlite3_bind_int64(owner, 1, book)
        if sqlite3_step(owner) == SQLITE_ROW { keep(sqlite3_column_int64(owner, 0)) }
        sqlite3_reset(owner)
      case .update: break
      }
      try database.finish(commit)
    }.duration
  }
}
