import CSQLite
import Dispatch
import Foundation

/// Follows a store's history by C, as a program by hand would. A thread waits for `inotify`, and asks `data_version`
/// whether a transaction has been committed. It reads the new changes and their rows, looks for the successor of each
/// row whose name changed, and signals the thread that shows the list.
final class HistoryFollower {
  /// Unchecked, because only the thread uses the state, except for `rows`, which is read after the semaphore was
  /// signaled.
  private final class Reader: @unchecked Sendable {
    let database: CDatabase
    let descriptor: Int32
    let handedOver = DispatchSemaphore(value: 0)
    var rows = 0
    private var last: Int64
    private var version: Int64

    init(_ library: LibraryStore) throws {
      database = try CDatabase(path: library.url.path)
      descriptor = inotify_init1(Int32(O_CLOEXEC))
      let folder = library.url.deletingLastPathComponent().path
      guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY)) >= 0 else {
        throw BenchmarkError("\(folder) cannot be watched.")
      }
      version = try database.integer("PRAGMA data_version")
      last = try database.integer("SELECT max(Z_PK) FROM ATRANSACTION")
    }

    func run() {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while read(descriptor, &buffer, buffer.count) > 0 {
        // SQLite writes the log before the index that commits the transaction. The index is in shared memory, so
        // `inotify` does not report it. The thread therefore polls for a moment.
        for _ in 0..<50 {
          if (try? look()) == true {
            handedOver.signal()
            break
          }
          usleep(20)
        }
      }
    }

    private func look() throws -> Bool {
      let now = try database.integer("PRAGMA data_version")
      if now == version { return false }
      version = now
      rows = try database.reading { try readChanges() }
      return rows > 0
    }

    private func readChanges() throws -> Int {
      let changes = try database.statement(
        "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE WHERE ZTRANSACTIONID > ?1 "
          + "ORDER BY ZTRANSACTIONID, Z_PK")
      let book = try database.statement(CBook.byKey)
      let successor = try database.statement(
        "SELECT Z_PK FROM ZBOOK WHERE ZSHELF = ?1 AND (ZNAME, Z_PK) > (?2, ?3) ORDER BY ZNAME, Z_PK LIMIT 1")
      sqlite3_bind_int64(changes, 1, last)
      let books = CBooks(capacity: 128)
      while sqlite3_step(changes) == SQLITE_ROW {
        last = sqlite3_column_int64(changes, 0)
        let key = sqlite3_column_int64(changes, 3)
        sqlite3_bind_int64(book, 1, key)
        guard sqlite3_step(book) == SQLITE_ROW else { throw database.error("reading a changed row") }
        books.append(CBook(book))
        // The bit of `name`, the third property in alphabetical order.
        if let columns = sqlite3_column_blob(changes, 4), columns.load(as: UInt8.self) & 1 << 2 != 0 {
          sqlite3_bind_int64(successor, 1, sqlite3_column_int64(book, 7))
          sqlite3_bind_value(successor, 2, sqlite3_column_value(book, 5))
          sqlite3_bind_int64(successor, 3, key)
          if sqlite3_step(successor) == SQLITE_ROW { keep(sqlite3_column_int64(successor, 0)) }
          sqlite3_reset(successor)
        }
        sqlite3_reset(book)
      }
      sqlite3_reset(changes)
      keep(books.digest)
      return books.count
    }
  }

  private let reader: Reader

  init(_ library: LibraryStore) throws {
    reader = try Reader(library)
    let reader = reader
    Thread.detachNewThread { reader.run() }
  }

  /// Waits until the rows of a commit are read.
  ///
  /// - Returns: the number of rows.
  func wait() throws -> Int {
    guard reader.handedOver.wait(timeout: .now() + 60) == .success else {
      throw BenchmarkError("The write was not noticed by C.")
    }
    return reader.rows
  }
}
