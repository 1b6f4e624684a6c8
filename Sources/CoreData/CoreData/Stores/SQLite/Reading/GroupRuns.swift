import Foundation

/// Collects runs of adjacent rows that have the same value in a column.
///
/// Each row's stored bytes are compared with the previous row's. So a value is decoded only once for each run, and most
/// texts are never decoded. That matters because there may be as many runs as rows.
struct GroupRuns {
  private(set) var groups = KeyGroups()
  private let reader: PathReader?
  private let column: Int32
  private var last = Stored.none
  /// The bytes of the previous row's value, if it is a text or data.
  private var lastBytes: [UInt8] = []

  /// The previous row's value. Bytes are kept in `lastBytes`, so that comparing retains nothing.
  private enum Stored {
    case none
    case null
    case integer(Int64)
    case real(Double)
    case bytes(areText: Bool)
  }

  /// - Parameter reader: reads the group's value; nil if the rows are not grouped.
  init(_ reader: PathReader?) {
    self.reader = reader
    column = reader?.column ?? -1
  }

  mutating func add(_ statement: Statement, primaryKey: Int64) throws {
    guard let reader else { return }
    if isSame(statement) {
      groups.extend()
      return
    }
    if case .bytes(areText: true) = last, reader.readsText,
      lastBytes.withUnsafeBytes({ groups.begin(utf8: $0) })
    {
      return
    }
    groups.begin(try reader.value(statement, primaryKey: primaryKey))
  }

  /// Whether the row's value equals the previous one. If not, the row's value is recorded.
  private mutating func isSame(_ statement: Statement) -> Bool {
    switch statement.type(at: column) {
    case .null:
      if case .null = last { return true }
      last = .null
    case .integer:
      let number = statement.integer(at: column)
      if case .integer(number) = last { return true }
      last = .integer(number)
    case .real:
      let number = statement.real(at: column)
      if case .real(number) = last { return true }
      last = .real(number)
    case .text: return statement.withText(at: column) { isSame($0, areText: true) }
    case .blob: return statement.withBytes(at: column) { isSame($0, areText: false) }
    }
    return false
  }

  private mutating func isSame(_ bytes: UnsafeRawBufferPointer, areText: Bool) -> Bool {
    if case .bytes(areText: areText) = last, lastBytes.withUnsafeBytes({ KeyGroups.areEqual($0, bytes) }) {
      return true
    }
    last = .bytes(areText: areText)
    lastBytes.removeAll(keepingCapacity: true)
    lastBytes.append(contentsOf: bytes)
    return false
  }
}
