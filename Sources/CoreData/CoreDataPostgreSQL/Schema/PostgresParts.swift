import CoreData
import Foundation

/// The partitions of an entity's table. The hash of the primary key decides, or the hash of a to-one relationship, so
/// that all objects with the same destination are in one partition.
///
/// The entry `PostgreSQLParts` of the entity's `userInfo` is the number of partitions, such as `8`. The name of the
/// relationship may come before it, as in `customer 8`.
struct PostgresParts {
  /// The column whose hash decides a row's partition.
  let column: String
  let count: Int

  static let userInfoKey = "PostgreSQLParts"

  private static let primaryKey = "Z_PK"
  private static let mostParts = 1024

  /// The partitions of a table; nil if its root entity has no entry `PostgreSQLParts`.
  ///
  /// - Throws: a `SchemaProblem` if the entry is invalid.
  init?(of table: SchemaPlan.Table, in plan: SchemaPlan) throws {
    let entity = plan.model.entities[table.root]
    guard let setting = entity.userInfo?[Self.userInfoKey] else { return nil }
    let name = entity.layout.name
    let words = "\(setting)".split(separator: " ")
    guard (1...2).contains(words.count), let count = words.last.flatMap({ Int($0) }),
      (2...Self.mostParts).contains(count)
    else {
      throw SchemaProblem(
        "\(Self.userInfoKey) of \(name) is a number from 2 to \(Self.mostParts), with the name of a to-one relationship "
          + "before it or without")
    }
    self.count = count
    guard words.count == 2 else {
      column = Self.primaryKey
      try check(table, plan, name)
      return
    }
    guard let slot = entity.layout.slotsByName[String(words[0])], case .toOne = entity.layout.slots[slot].kind,
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
  var clause: String { " PARTITION BY HASH (\(column.quotedIdentifier))" }

  /// The statements that create the partitions. Their names are unique, because a migration creates new partitions
  /// while the former ones still exist.
  func statements(of table: String) -> [String] {
    let mark = UUID().uuidString.prefix(8).lowercased()
    return (0..<count).map { part in
      let name = "Z_part_\(mark)_\(part)_\(table)".shortened(to: PostgresDialect.longestName)
      return "CREATE TABLE \(name.quotedIdentifier) PARTITION OF \(table.quotedIdentifier) "
        + "FOR VALUES WITH (MODULUS \(count), REMAINDER \(part))"
    }
  }
}
