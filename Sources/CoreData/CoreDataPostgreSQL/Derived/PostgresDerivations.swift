import CoreData

/// The derivations that a store computes, and the parts that each entity has in them.
final class PostgresDerivations: Sendable {
  /// A row's part in a derivation. Rows with the attribute have level 0, those to which its first relationship leads
  /// level 1, and so on.
  struct Part: Sendable {
    let derivation: Int
    let level: Int
    let kind: Kind

    enum Kind: Sendable {
      /// The row has the attribute, or is on the path.
      case row
      /// A slot of the row refers to the next level.
      case reference(slot: Int)
      /// A slot of the row refers back to the previous level. The query returns keys with the values of that slot.
      case inverse(slot: Int, query: PostgresKeyStatement)
      /// A join table leads from the row to the next level.
      case owner(slot: Int)
      /// A join table leads from the previous level to the row. The query returns keys with those of the previous
      /// level.
      case member(inverse: Int?, query: PostgresKeyStatement)
      /// A slot of the row has the value from which the attribute is computed.
      case leaf(slot: Int)
    }
  }

  let all: [PostgresDerivation]
  /// The parts by entity index.
  let parts: [[Part]]
  /// Whether an entity's rows have derived attributes, by entity index.
  let hasDerived: [Bool]

  init(_ derivations: [Derivation], in schema: StoreSchema) {
    all = derivations.compactMap { PostgresDerivation($0, in: schema) }
    var parts: [[Part]] = Array(repeating: [], count: schema.model.entities.count)
    var hasDerived = parts.map { _ in false }
    for (place, derivation) in all.map(\.derivation).enumerated() {
      for entity in derivation.entities { hasDerived[entity] = true }
      guard derivation.form != .now, let path = DerivedPath(derivation, in: schema, quoted: \.quotedIdentifier) else {
        continue
      }
      func add(_ entities: some Sequence<Int>, _ level: Int, _ kind: Part.Kind) {
        for entity in entities { parts[entity].append(Part(derivation: place, level: level, kind: kind)) }
      }
      func entities(_ level: Int) -> [Int] {
        level == 0
          ? derivation.entities : Array(schema.model.entities[derivation.hops[level - 1].destination].subtree)
      }
      for level in 0...derivation.hops.count { add(entities(level), level, .row) }
      for (level, (hop, stored)) in zip(derivation.hops, path.hops).enumerated() {
        switch stored.link {
        case .reference: add(entities(level), level, .reference(slot: hop.slot))
        case .inverse(let column):
          guard let inverse = hop.inverse(in: schema.model) else { continue }
          let query = PostgresKeyStatement("\"Z_PK\"", isUnique: true) {
            "SELECT \"Z_PK\", \(column) FROM \(stored.table) WHERE \($0)"
          }
          add(entities(level + 1), level + 1, .inverse(slot: inverse, query: query))
        case .join(let join, let owner, let destination):
          let query = PostgresKeyStatement(destination, isUnique: false) {
            "SELECT \(destination), \(owner) FROM \(join) WHERE \($0)"
          }
          add(entities(level), level, .owner(slot: hop.slot))
          add(entities(level + 1), level + 1, .member(inverse: hop.inverse(in: schema.model), query: query))
        }
      }
      if let leaf = derivation.leaf { add(entities(derivation.hops.count), derivation.hops.count, .leaf(slot: leaf)) }
    }
    self.parts = parts
    self.hasDerived = hasDerived
  }
}
