#if PostgreSQL
  /// A statement about the rows with some keys: its one parameter.
  ///
  /// The server goes on with one plan for all values, unless plans for the values at hand have cost less. They do where it
  /// is given a short list of keys, since it takes one that it does not know for ten long: it would plan anew each time, and
  /// take longer for that than for a few rows.
  struct PostgresKeyStatement: Hashable, Sendable {
    private let one: String
    private let several: String

    /// - Parameters:
    ///   - column: what is compared with the keys.
    ///   - isUnique: whether each key is that of one row at most, so that rows are always looked up by index. Else one key
    ///     may be that of half a table, and the server plans for the keys at hand where they are several.
    ///   - sql: the statement's text with a condition.
    init(_ column: String, isUnique: Bool, _ sql: (_ condition: String) -> String) {
      one = sql("\(column) = $1::int8")
      several = sql("\(column) = \(isUnique ? Self.any(1) : "ANY ($1::int8[])")")
    }

    /// One of a list of keys that is not known while the server plans: it stands in a `SELECT` of its own.
    ///
    /// - Parameter place: that of the list among the parameters.
    static func any(_ place: Int) -> String { "ANY ((SELECT $\(place)::int8[])::int8[])" }

    func command(_ keys: some Collection<Int64>) -> PostgresCommand {
      if let only = keys.first, keys.count == 1 { return PostgresCommand(one, PostgresParameters(only)) }
      var parameters = PostgresParameters()
      parameters.append(keys)
      return PostgresCommand(several, parameters)
    }
  }

  extension PostgresKeyStatement: Comparable {
    static func < (left: Self, right: Self) -> Bool { (left.one, left.several) < (right.one, right.several) }
  }
#endif
