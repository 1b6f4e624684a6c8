import CSQLite
import Foundation
import SectionedTesting
import Testing

/// The real models and stores that some tests read. They are not part of the repository, so these tests are skipped
/// unless `CORE_DATA_SAMPLES` names their folder.
enum ModelSamples {
  static let root = ProcessInfo.processInfo.environment["CORE_DATA_SAMPLES"].map { URL(fileURLWithPath: $0) }
  static let areThere = root != nil
  static let reason: Comment = "CORE_DATA_SAMPLES does not name a folder with samples"

  /// Returns the files below `models` and `stores` for which a condition holds, sorted by path.
  static func files(where condition: (URL) -> Bool) -> [URL] { files(in: ["models", "stores"], where: condition) }

  /// Returns the files below `stores-recent` for which a condition holds, sorted by path.
  static func recent(where condition: (URL) -> Bool) -> [URL] { files(in: ["stores-recent"], where: condition) }

  private static func files(in folders: [String], where condition: (URL) -> Bool) -> [URL] {
    guard let root else { return [] }
    var files: [URL] = []
    for folder in folders {
      let enumerator = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil
      )
      for case let url as URL in enumerator ?? FileManager.DirectoryEnumerator() where condition(url) {
        files.append(url)
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// The XML of every model.
  static var contents: [URL] { files { $0.lastPathComponent == "contents" } }

  /// All stores with the JSON form of their model beside them.
  static var storesWithModel: [URL] {
    files { $0.path.hasSuffix(".modelcache.json") }.map { URL(fileURLWithPath: String($0.path.dropLast(16))) }
  }

  /// Copies a store and its `-wal` file into a temporary folder, and opens the copy.
  static func withCopy<Result>(of store: URL, _ body: (SampleDatabase) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    let copy = folder.file("copy.sqlite")
    try Data(contentsOf: store).write(to: copy)
    if let wal = try? Data(bytesOf: URL(fileURLWithPath: store.path + "-wal")) {
      try wal.write(to: URL(fileURLWithPath: copy.path + "-wal"))
    }
    let database = try SampleDatabase(copy.path)
    defer { database.close() }
    return try body(database)
  }

  /// Returns the bytes in a store's `Z_MODELCACHE`.
  static func modelCache(of store: URL) throws -> Data {
    try withCopy(of: store) { database in
      let rows = try database.rows("SELECT Z_CONTENT FROM Z_MODELCACHE")
      guard case .data(let data)? = rows.first?.first else { throw SampleError(description: "no model in \(store)") }
      return data
    }
  }
}

struct SampleError: Error, CustomStringConvertible {
  let description: String
}

/// A simple database class for the tests.
final class SampleDatabase {
  enum Cell: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case data(Data)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw SampleError(description: "cannot open \(path)") }
  }

  func close() {
    sqlite3_close(handle)
    handle = nil
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func rows(_ sql: String) throws -> [[Cell]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
    defer { sqlite3_finalize(statement) }
    var rows: [[Cell]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { Self.cell(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  private static func cell(_ statement: OpaquePointer?, _ column: Int32) -> Cell {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: return .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, column))
      return .data(sqlite3_column_blob(statement, column).map { Data(bytes: $0, count: count) } ?? Data())
    default: return .null
    }
  }

  private func failure(_ sql: String) -> SampleError {
    SampleError(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }
}
