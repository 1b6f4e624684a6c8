import CSQLite
import Foundation

/// A row as a C program would keep it: numbers inline, strings copied into buffers of their own.
struct CBook {
  var key: Int64
  var version: Int64
  var author: UnsafeMutablePointer<UInt8>?
  var authorLength: Int32
  var nameLength: Int32
  var date: Double
  var name: UnsafeMutablePointer<UInt8>?
  var rank: Int64
  var shelf: Int64
  var value: Double

  /// The columns in the order in which our store reads them.
  static let columns =
    #"t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0."ZAUTHOR", t0."ZDATE", t0."ZNAME", t0."ZRANK", t0."ZSHELF", t0."ZVALUE""#

  static let byKey = #"SELECT \#(columns) FROM "ZBOOK" AS t0 WHERE t0.Z_PK = ?1"#

  /// Reads the current row of a statement that selects `columns`.
  @inline(__always)
  init(_ statement: OpaquePointer) {
    key = sqlite3_column_int64(statement, 0)
    version = sqlite3_column_int64(statement, 2)
    (author, authorLength) = Self.copy(statement, 3)
    date = sqlite3_column_double(statement, 4)
    (name, nameLength) = Self.copy(statement, 5)
    rank = sqlite3_column_int64(statement, 6)
    shelf = sqlite3_column_int64(statement, 7)
    value = sqlite3_column_double(statement, 8)
  }

  /// Reads every property, as `Book.digest` does.
  @inline(__always)
  var digest: Int {
    Int(authorLength) &+ Int(nameLength) &+ Int(truncatingIfNeeded: rank) &+ Int(date) &+ Int(value)
  }

  func free() {
    Foundation.free(author)
    Foundation.free(name)
  }

  @inline(__always)
  private static func copy(_ statement: OpaquePointer, _ column: Int32) -> (UnsafeMutablePointer<UInt8>?, Int32) {
    let text = sqlite3_column_text(statement, column)
    let length = sqlite3_column_bytes(statement, column)
    let copy = malloc(Int(length) + 1)?.assumingMemoryBound(to: UInt8.self)
    if let copy, let text { memcpy(copy, text, Int(length) + 1) }
    return (copy, length)
  }
}

/// A growing array of rows, as a C program would write it.
final class CBooks {
  private(set) var books: UnsafeMutablePointer<CBook>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    books = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  @inline(__always)
  func append(_ book: CBook) {
    if count == capacity { grow() }
    (books + count).initialize(to: book)
    count += 1
  }

  var digest: Int {
    var sum = 0
    for index in 0..<count { sum &+= books[index].digest }
    return sum
  }

  private func grow() {
    let larger = UnsafeMutablePointer<CBook>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: books, count: count)
    books.deallocate()
    books = larger
    capacity *= 2
  }

  deinit {
    for index in 0..<count { books[index].free() }
    books.deallocate()
  }
}
