import CoreData

/// A statement about the rows with some keys: its one parameter.
///
/// The server reuses one plan for all values, unless plans for the values at hand have cost less. They do for a short
/// list of keys, because the server takes an unknown list for ten keys long: it would plan anew each time, which
/// takes longer than reading a few rows.
struct PostgresKeyStatement: Hashable, Sendable {
  private let one: String
  private let several: String

  /// - Parameters:
  ///   - column: what is compared with the keys.
  ///   - isUnique: whether each key is that of one row at most, so that rows are always looked up by index. Otherwise
  ///     one key may be that of half a table, and the server plans for the keys at hand where they are several.
  ///   - sql: the statement's text with a condition.
  init(_ column: String, isUnique: Bool, _ sql: (_ condition: String) -> String) {
    one = sql(Self.condition(column, isUnique: isUnique, count: 1))
    several = sql(Self.condition(column, isUnique: isUnique, count: 2))
  }

  func command(_ keys: some Collection<Int64>) -> PostgresCommand {
    PostgresCommand(keys.count == 1 ? one : several, Self.parameters(keys))
  }

  /// Makes the command for some keys of a statement that is not kept.
  static func command(
    _ keys: some Collection<Int64>, of column: String, isUnique: Bool, _ sql: (_ condition: String) -> String
  ) -> PostgresCommand {
    PostgresCommand(sql(condition(column, isUnique: isUnique, count: keys.count)), parameters(keys))
  }

  /// Compares with any of a list of keys that is not known while the server plans: the list is in a `SELECT` of its
  /// own.
  ///
  /// - Parameter place: that of the list among the parameters.
  static func any(_ place: Int) -> String { "ANY ((SELECT $\(place)::int8[])::int8[])" }

  private static func condition(_ column: String, isUnique: Bool, count: Int) -> String {
    "\(column) = \(count == 1 ? "$1::int8" : isUnique ? any(1) : "ANY ($1::int8[])")"
  }

  private static func parameters(_ keys: some Collection<Int64>) -> PostgresParameters {
    if let only = keys.first, keys.count == 1 { return PostgresParameters(only) }
    var parameters = PostgresParameters()
    parameters.append(keys)
    return parameters
  }
}

extension PostgresKeyStatement: Comparable {
  static func < (left: Self, right: Self) -> Bool { (left.one, left.several) < (right.one, right.several) }
}
