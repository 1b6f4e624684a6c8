import Foundation

@testable import CoreData

/// The tables, indexes and triggers of a database.
struct TableFacts: Equatable {
  /// The columns with their declared types, in order, by table.
  var tables: [String: [String]] = [:]
  /// The statements of indexes and triggers.
  var statements: Set<String> = []
  /// The indexes by table, columns and uniqueness. Their names have changed with the years.
  var indexes: Set<String> = []

  /// - Parameter database: the database. Tables of Core Data's history are left out.
  init(_ database: SampleDatabase) throws {
    for row in try database.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      let (type, name) = (row[0].text ?? "", row[1].text ?? "")
      let table = row[2].text ?? ""
      guard !table.hasPrefix("A") else { continue }
      switch type {
      case "table":
        tables[name] = try database.rows("SELECT name, type, pk FROM pragma_table_info('\(name)')").map {
          "\($0[0].text ?? "") \($0[1].text ?? "") \($0[2].integer ?? 0)"
        }
      case "index":
        if let sql = row[3].text { statements.insert(sql) }
        let columns = try database.rows("SELECT name, \"desc\" FROM pragma_index_xinfo('\(name)') WHERE key").map {
          "\($0[0].text ?? "") \($0[1].integer ?? 0)"
        }
        let unique = try database.rows("SELECT \"unique\" FROM pragma_index_list('\(table)') WHERE name = '\(name)'")
        indexes.insert("\(table) \(columns) \(unique.first?.first?.integer ?? 0)")
      default:
        if let sql = row[3].text { statements.insert(sql) }
      }
    }
  }
}

extension FileSchema {
  /// Reads the schema of a sample.
  init(_ database: SampleDatabase) throws {
    var columns: [String: [String]] = [:]
    var triggers: [String: [String]] = [:]
    for row in try database.rows("SELECT type, name, tbl_name FROM sqlite_schema") {
      let (name, table) = (row[1].text ?? "", row[2].text ?? "")
      switch row[0].text {
      case "table":
        columns[name] = try database.rows("SELECT name FROM pragma_table_info('\(name)')").compactMap(\.[0].text)
      case "trigger": triggers[table, default: []].append(name)
      default: break
      }
    }
    let entities = try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY").map {
      FileSchema.Entity(
        number: $0[0].integer ?? 0, name: $0[1].text ?? "", parent: $0[2].integer ?? 0, lastKey: $0[3].integer ?? 0
      )
    }
    self.init(columns: columns, entities: entities, triggers: triggers)
  }
}
