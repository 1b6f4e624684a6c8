import CoreData

/// The derivations that a store computes, and the changes of entities that concern them.
final class PostgresDerivations: Sendable {
  /// A row's part in a derivation. The rows that have the attribute are level 0, those that the first relationship
  /// leads to are level 1.
  struct Part: Sendable {
    let derivation: Int
    let level: Int
    let kind: Kind

    enum Kind: Sendable {
      /// The row has the attribute, or stands on the way.
      case row
      /// It leads to the next level by a slot of its own.
      case reference(slot: Int)
      /// A slot of it leads back to the level before; the query gives keys with the values of that slot.
      case inverse(slot: Int, query: PostgresKeyStatement)
      /// It leads to the next level by a join table.
      case owner(slot: Int)
      /// A join table leads to it; the query gives keys with those of the level before.
      case member(inverse: Int?, query: PostgresKeyStatement)
      /// The value is its own.
      case leaf(slot: Int)
    }
  }

  let all: [PostgresDerivation]
  /// By the entity's index.
  let parts: [[Part]]
  /// By the entity's index: whether its rows have such attributes.
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
