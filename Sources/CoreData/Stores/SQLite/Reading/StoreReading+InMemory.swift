import CSQLite
import Foundation

/// Fetches that SQLite cannot run in one statement: the predicate or the order takes more tables, deeper brackets or
/// longer texts than it has room for. That is no fault of the store, and the result is the same.
extension StoreReading {
  /// Reads by SQL and, where that cannot express it, in another way.
  func saying<Result>(_ inSQL: () throws -> Result, orElse inMemory: () throws -> Result) throws -> Result {
    do {
      return try inSQL()
    } catch is TableJoins.Full {
      return try inMemory()
    } catch let error as SQLiteError where error.isOfTheStatement {
      return try inMemory()
    }
  }

  /// The keys of the rows that match, in order, found by looking at each row of the entity.
  func keysInMemory(_ query: RowQuery) throws -> ContiguousArray<RowKey> {
    let all = RowQuery(entity: query.entity, includesSubentities: query.includesSubentities)
    return try query.answer(among: Array(try keysInSQL(all, groupedBy: nil).keys), in: self)
  }

  /// The runs of adjacent keys with one value at a path.
  func groups(of keys: ContiguousArray<RowKey>, by path: CompiledPath) throws -> KeyGroups {
    var groups = KeyGroups()
    for key in keys {
      let value = try path.value(from: key, in: self)
      if let last = groups.last, EqualityKey(last.value) == EqualityKey(value) {
        groups.extend()
      } else {
        groups.begin(value)
      }
    }
    return groups
  }

  /// The values at the paths, each step read by itself; nil when the row is gone.
  func valuesInSteps(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    guard try row(for: key) != nil else { return nil }
    return try paths.map { try $0.value(from: key, in: self) }
  }
}

extension SQLiteError {
  /// Whether SQLite refused the statement, and found nothing wrong with the file. A table or column that is missing is
  /// the file's fault.
  var isOfTheStatement: Bool {
    switch primaryCode {
    case SQLITE_ERROR: !message.hasPrefix("no such") && !message.contains("has no column")
    case SQLITE_TOOBIG, SQLITE_RANGE: true
    default: false
    }
  }
}
