/// The schema of an existing file, read from it before anything else.
struct FileSchema: Sendable {
  /// A row of `Z_PRIMARYKEY`.
  struct Entity: Sendable, Equatable {
    let number: Int64
    let name: String
    /// The parent's number; 0 for a root.
    let parent: Int64
    /// The last primary key that was given out; not below the truth only for roots, and not always even there.
    let lastKey: Int64
  }

  /// The type of a column on a server, by its number there.
  struct ServerType: Sendable {
    let number: Int64
    let name: String
  }

  /// Column names (`PRAGMA table_info`) by table.
  var columns: [String: [String]]
  var entities: [Entity]
  /// The names of triggers by table.
  var triggers: [String: [String]] = [:]
  /// The tables whose `Z_PK` is not SQLite's own number of a row, so that it may be anything.
  var tablesWithLooseKeys: Set<String> = []
  /// The types of columns by table, then column, where they are a server's: in SQLite each value has its own.
  var types: [String: [String: ServerType]] = [:]

  /// Whether writing a row may change other rows, or the row itself: an R-tree's triggers do neither.
  var hasChangingTriggers: Bool { triggers.values.joined().contains { !$0.hasPrefix("Z_RT_") } }

  /// The tables that cannot be written without the functions that keep derived attributes.
  var tablesWithDerivedTriggers: Set<String> {
    Set(triggers.filter { $0.value.contains { $0.hasPrefix("Z_DA_") } }.keys)
  }
}
