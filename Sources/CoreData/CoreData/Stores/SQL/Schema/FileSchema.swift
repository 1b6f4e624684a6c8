/// The schema of an existing database, read before anything else.
package struct FileSchema: Sendable {
  /// A row of `Z_PRIMARYKEY`.
  package struct Entity: Sendable, Equatable {
    package let number: Int64
    package let name: String
    /// The parent entity's number; 0 for a root entity.
    package let parent: Int64
    /// The last primary key that was assigned. It is maintained only for root entities, and may be too low even there.
    package let lastKey: Int64

    package init(number: Int64, name: String, parent: Int64, lastKey: Int64) {
      self.number = number
      self.name = name
      self.parent = parent
      self.lastKey = lastKey
    }
  }

  /// The type of a column on a server.
  package struct ServerType: Sendable {
    package let number: Int64
    package let name: String

    package init(number: Int64, name: String) {
      self.number = number
      self.name = name
    }
  }

  /// Column names (`PRAGMA table_info`) by table.
  package var columns: [String: [String]]
  package var entities: [Entity]
  /// The names of triggers by table.
  var triggers: [String: [String]] = [:]
  /// The tables whose `Z_PK` is not the `rowid` of SQLite, so that it may hold any value.
  var tablesWithLooseKeys: Set<String> = []
  /// The column types by table and column, if the database is a server's. In SQLite each value has its own type.
  package var types: [String: [String: ServerType]] = [:]

  package init(
    columns: [String: [String]], entities: [Entity], triggers: [String: [String]] = [:],
    tablesWithLooseKeys: Set<String> = [], types: [String: [String: ServerType]] = [:]
  ) {
    self.columns = columns
    self.entities = entities
    self.triggers = triggers
    self.tablesWithLooseKeys = tablesWithLooseKeys
    self.types = types
  }

  /// Whether writing a row may fire a trigger that changes that row or another one. The triggers of R-trees do not.
  var hasChangingTriggers: Bool { triggers.values.joined().contains { !$0.hasPrefix("Z_RT_") } }

  /// The tables with triggers that need the functions of `DerivedValueFunctions`. Without the functions, writing fails.
  var tablesWithDerivedTriggers: Set<String> {
    Set(triggers.filter { $0.value.contains { $0.hasPrefix("Z_DA_") } }.keys)
  }
}
