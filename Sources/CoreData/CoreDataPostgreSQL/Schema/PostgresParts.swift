import CoreData
import Foundation

/// The parts that the table of an entity is divided in: by the hash of the primary key, or of a to-one relationship, so
/// that all objects with one destination are in one part; or by ranges of the primary key.
///
/// The entity's `userInfo` names them: `PostgreSQLParts` is a number, with the relationship's name before it, or the
/// number of keys in each range behind it, as in `8`, `customer 8` and `8 of 1000000`.
struct PostgresParts {
  /// The column whose hash decides a row's partition.
  let column: String
  let count: Int
  /// The number of keys in each range; nil where a hash decides.
  private let keys: Int64?

  static let userInfoKey = "PostgreSQLParts"

  private static let primaryKey = "Z_PK"
  private static let mostParts = 1024
  /// The largest range. The ends of the largest number of such ranges are keys, too.
  private static let mostKeys: Int64 = 1_000_000_000_000_000

  /// The partitions of a table; nil if its root entity has no entry `PostgreSQLParts`.
  ///
  /// - Throws: a `SchemaProblem` if the entry is invalid.
  init?(of table: SchemaPlan.Table, in plan: SchemaPlan) throws {
    let entity = plan.model.entities[table.root]
    guard let setting = entity.userInfo?[Self.userInfoKey] else { return nil }
    let name = entity.layout.name
    var words = "\(setting)".split(separator: " ").map(String.init)
    keys = words.count == 3 && words[1] == "of" ? Int64(words[2]) : nil
    if let keys, (1...Self.mostKeys).contains(keys) { words = [words[0]] }
    guard (1...2).contains(words.count), let count = words.last.flatMap({ Int($0) }),
      (2...Self.mostParts).contains(count)
    else {
      throw SchemaProblem(
        "\(Self.userInfoKey) of \(name) is a number from 2 to \(Self.mostParts), alone, after the name of a to-one "
          + "relationship, or before \"of\" and the number of keys in each part")
    }
    self.count = count
    guard words.count == 2 else {
      column = Self.primaryKey
      try check(table, plan, name)
      return
    }
    guard let slot = entity.layout.slotsByName[words[0]], case .toOne = entity.layout.slots[slot].kind,
      let column = plan.columns[table.root][slot]
    else {
      throw SchemaProblem("\(Self.userInfoKey) of \(name) names \(words[0]), which is no to-one relationship of it")
    }
    self.column = column.name
    try check(table, plan, name)
  }

  /// The server keeps values unique within a part only.
  private func check(_ table: SchemaPlan.Table, _ plan: SchemaPlan, _ entity: String) throws {
    let indexes = IndexPlan.all(plan).filter { $0.isUnique && $0.table == table.name }
    guard indexes.allSatisfy({ index in index.columns.contains { $0.name == column } }) else {
      throw SchemaProblem("\(entity) has a uniqueness constraint, which cannot be kept among the parts of a table")
    }
  }

  /// Checks the partitions of all tables.
  ///
  /// - Throws: a `SchemaProblem` if an entry `PostgreSQLParts` is invalid.
  static func check(_ plan: SchemaPlan) throws {
    for table in plan.tables { _ = try PostgresParts(of: table, in: plan) }
  }

  /// Whether an index in each partition is enough to keep the primary keys unique.
  var keepsPrimaryKey: Bool { column == Self.primaryKey }

  /// The end of the statement that makes the table.
  var clause: String { " PARTITION BY \(keys == nil ? "HASH" : "RANGE") (\(column.quotedIdentifier))" }

  /// The statements that create the partitions. Their names are unique, because a migration creates new partitions
  /// while the former ones still exist.
  func statements(of table: String) -> [String] {
    let mark = UUID().uuidString.prefix(8).lowercased()
    return (0..<count).map { part in
      let name = "Z_part_\(mark)_\(part)_\(table)".shortened(to: PostgresDialect.longestName)
      return "CREATE TABLE \(name.quotedIdentifier) PARTITION OF \(table.quotedIdentifier) "
        + "FOR VALUES \(values(in: part))"
    }
  }

  /// The values of the column in a part. The last range has all further keys.
  private func values(in part: Int) -> String {
    guard let keys else { return "WITH (MODULUS \(count), REMAINDER \(part))" }
    let first = part == 0 ? "MINVALUE" : "\(Int64(part) * keys + 1)"
    let end = part == count - 1 ? "MAXVALUE" : "\(Int64(part + 1) * keys + 1)"
    return "FROM (\(first)) TO (\(end))"
  }
}
