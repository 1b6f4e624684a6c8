/// The schema of an existing file, read from it before anything else.
package struct FileSchema: Sendable {
  /// A row of `Z_PRIMARYKEY`.
  package struct Entity: Sendable, Equatable {
    package let number: Int64
    package let name: String
    /// The parent's number; 0 for a root.
    package let parent: Int64
    /// The last primary key that was given out; not below the truth only for roots, and not always even there.
    package let lastKey: Int64

    package init(number: Int64, name: String, parent: Int64, lastKey: Int64) {
      self.number = number
      self.name = name
      self.parent = parent
      self.lastKey = lastKey
    }
  }

  /// The type of a column on a server, by its number there.
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
  /// The tables whose `Z_PK` is not SQLite's own number of a row, so that it may be anything.
  var tablesWithLooseKeys: Set<String> = []
  /// The types of columns by table, then column, where they are a server's: in SQLite each value has its own.
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

  /// Whether writing a row may change other rows, or the row itself: an R-tree's triggers do neither.
  var hasChangingTriggers: Bool { triggers.values.joined().contains { !$0.hasPrefix("Z_RT_") } }

  /// The tables that cannot be written without the functions that keep derived attributes.
  var tablesWithDerivedTriggers: Set<String> {
    Set(triggers.filter { $0.value.contains { $0.hasPrefix("Z_DA_") } }.keys)
  }
}
