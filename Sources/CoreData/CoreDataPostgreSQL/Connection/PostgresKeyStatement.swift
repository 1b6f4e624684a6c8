import CoreData

/// A statement for the rows with some keys. The keys are its only parameter.
///
/// The server reuses a generic plan unless plans for the actual values have cost less. With a short list of keys they
/// always seem to, because the server assumes that an unknown list has ten keys. It would then plan each time, which
/// takes longer than reading a few rows. So a unique column is compared with a subquery, whose length the server does
/// not know.
struct PostgresKeyStatement: Hashable, Sendable {
  private let one: String
  private let several: String

  /// - Parameters:
  ///   - column: the column that is compared with the keys.
  ///   - isUnique: whether each key has at most one row, so that an index lookup is always right. Otherwise half of the
  ///     table may have one key, so the server should plan for the actual keys if there are several.
  ///   - sql: returns the statement's text for a condition.
  init(_ column: String, isUnique: Bool, _ sql: (_ condition: String) -> String) {
    one = sql(Self.condition(column, isUnique: isUnique, count: 1))
    several = sql(Self.condition(column, isUnique: isUnique, count: 2))
  }

  func command(_ keys: some Collection<Int64>) -> PostgresCommand {
    PostgresCommand(keys.count == 1 ? one : several, Self.parameters(keys))
  }

  /// Makes a command for some keys from a statement that is not stored.
  static func command(
    _ keys: some Collection<Int64>, of column: String, isUnique: Bool, _ sql: (_ condition: String) -> String
  ) -> PostgresCommand {
    PostgresCommand(sql(condition(column, isUnique: isUnique, count: keys.count)), parameters(keys))
  }

  /// A comparison with a list of keys that the server does not know while it plans, because the list is in a subquery.
  ///
  /// - Parameter place: the number of the parameter with the list.
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
