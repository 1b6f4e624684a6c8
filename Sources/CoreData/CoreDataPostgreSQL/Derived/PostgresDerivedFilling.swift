import CoreData
import Foundation

/// Computes the derived attributes of all existing rows.
struct PostgresDerivedFilling {
  private let derivations: [PostgresDerivation]
  private let schema: StoreSchema

  private static let chunk: Int64 = 10_000

  init(_ derivations: [Derivation], in schema: StoreSchema) {
    self.schema = schema
    self.derivations = derivations.compactMap { PostgresDerivation($0, in: schema) }
  }

  func run(on connection: PostgresConnection) throws {
    for derivation in derivations where derivation.derivation.form == .now {
      try connection.run(derivation.filling)
    }
    var rest = derivations.filter { $0.derivation.form != .now }
    // One derived attribute may depend on another. The number of rounds is limited, so that circular dependencies end,
    // too.
    for _ in derivations where !rest.isEmpty {
      var changed: [(entity: Int, slot: Int)] = []
      for derivation in rest where try fill(derivation, on: connection) {
        changed.append((derivation.derivation.entity, derivation.derivation.slot))
      }
      rest = rest.filter { derivation in
        changed.contains { entity, slot in
          let (last, own) = (schema.model.entities[derivation.derivation.last], schema.model.entities[entity])
          return derivation.derivation.leaf == slot && last.root == own.root
        }
      }
    }
  }

  /// Computes a derived attribute in all rows of its entity.
  ///
  /// - Returns: whether a value changed.
  private func fill(_ derivation: PostgresDerivation, on connection: PostgresConnection) throws -> Bool {
    guard let stored = schema.entities[derivation.derivation.entity] else { return false }
    var last = Int64.min
    var isChanged = false
    while true {
      let rows = try connection.run(
        "SELECT \"Z_PK\" FROM \(stored.table.quotedIdentifier) WHERE \"Z_PK\" > $1::int8 ORDER BY \"Z_PK\" "
          + "LIMIT \(Self.chunk)", PostgresParameters(last))
      guard rows.count > 0 else { return isChanged }
      last = rows.integer(rows.count - 1, 0)
      let reading = derivation.reading.command((0..<rows.count).map { rows.integer($0, 0) })
      let changes = try derivation.changes(in: try connection.run(reading), schema)
      guard !changes.keys.isEmpty else { continue }
      try connection.run(changes.command)
      isChanged = true
    }
  }
}
