import CSQLite
import Foundation

/// Fallbacks for fetches that exceed a limit of SQLite, such as the number of joined tables, the depth of parentheses
/// or the length of the statement. The results are the same.
extension StoreReading {
  /// Reads by SQL or, if SQLite's limits prevent that, by the fallback.
  func saying<Result>(_ inSQL: () throws -> Result, orElse inMemory: () throws -> Result) throws -> Result {
    do {
      return try inSQL()
    } catch is TableJoins.Full {
      return try inMemory()
    } catch let error as SQLiteError where error.isOfTheStatement {
      return try inMemory()
    }
  }

  /// The keys of the matching rows in order, found by testing every row of the entity.
  func keysInMemory(_ query: RowQuery) throws -> ContiguousArray<RowKey> {
    let all = RowQuery(entity: query.entity, includesSubentities: query.includesSubentities)
    return try query.answer(among: Array(try keysInSQL(all, groupedBy: nil).keys), in: self)
  }

  /// The groups of adjacent keys with equal values at a path.
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

  /// The values at the paths, read step by step; nil if the row does not exist.
  func valuesInSteps(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    guard try row(for: key) != nil else { return nil }
    return try paths.map { try $0.value(from: key, in: self) }
  }
}

extension SQLiteError {
  /// Whether SQLite rejected the statement itself. A missing table or column is an error of the file instead.
  var isOfTheStatement: Bool {
    switch primaryCode {
    case SQLITE_ERROR: !message.hasPrefix("no such") && !message.contains("has no column")
    case SQLITE_TOOBIG, SQLITE_RANGE: true
    default: false
    }
  }
}
