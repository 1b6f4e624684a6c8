/// The tables of a store while it is migrated: the former ones under other names, the new ones under their own.
package struct MigrationTables {
  package let mapping: ModelMapping
  package let old: StoreSchema
  package let new: PlannedSchema
  /// Whether the former model says truly where data is kept; if not, the columns are taken for what the new ones are.
  let trustsExternal: Bool
  /// The names that the former tables have during the migration, by their own names.
  private let formerNames: [String: String]

  /// - Parameter taken: the names of all tables of the file.
  package init(
    _ mapping: ModelMapping, from old: StoreSchema, to new: PlannedSchema, trustsExternal: Bool, taken: Set<String>
  ) {
    self.trustsExternal = trustsExternal
    self.mapping = mapping
    self.old = old
    self.new = new
    let tables = Set(old.entities.compactMap { $0?.table } + old.joinTables.map(\.name)).sorted()
    var names: [String: String] = [:]
    var number = 0
    for table in tables {
      repeat { number += 1 } while taken.contains("Z_FORMER_\(number)")
      names[table] = "Z_FORMER_\(number)".quotedIdentifier
    }
    formerNames = names
  }

  /// The name that a former table has during the migration.
  func former(_ table: String) -> String { formerNames[table] ?? table.quotedIdentifier }

  var dialect: any SQLDialect { new.schema.dialect }

  /// Moves the former tables out of the way.
  package var renaming: [String] {
    formerNames.sorted { $0.key < $1.key }.map { "ALTER TABLE \($0.key.quotedIdentifier) RENAME TO \($0.value)" }
  }

  /// Removes the former tables, with their indexes.
  package var dropping: [String] { formerNames.values.sorted().map { "DROP TABLE \($0)" } }

  /// The former tables, by the names they had.
  package var formerTables: Set<String> { Set(formerNames.keys) }

  /// The entities of its own model that a store holds, by index: a store of one configuration carries the whole model.
  package static func held(_ metadata: StoreMetadata, type: String, in model: CompiledModel) -> Set<Int> {
    let hashes = metadata.dictionary(type: type)[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    let named = model.layout.entities.filter { hashes[$0.name] != nil }.map(\.index)
    return Set(named.isEmpty ? Array(model.layout.entities.indices) : named)
  }

  /// The new and the former storage of an entity of the destination model; nil when one of the two is not in the store.
  package func stored(_ entity: Int) -> (new: StoredEntity, old: StoredEntity)? {
    guard let stored = new.schema.entities[entity], let source = mapping.sources[entity],
      let former = old.entities[source]
    else { return nil }
    return (stored, former)
  }

  /// The numbers that the former entities have in the new tables, as far as a relationship may lead there.
  ///
  /// - Parameters:
  ///   - former: the entity that the relationship led to.
  ///   - destination: the entity that it leads to now.
  func numbers(
    of former: Int, leadingTo destination: Int
  ) -> (kept: [(old: Int64, new: Int64)], isComplete: Bool) {
    let allowed = mapping.destination.layout.entities[destination].subtree
    let places = mapping.source.layout.entities[former].subtree.compactMap { old.entities[$0] }
    let kept = places.compactMap { place -> (old: Int64, new: Int64)? in
      guard let now = mapping.destinations[place.layout.index], allowed.contains(now),
        let stored = new.schema.entities[now]
      else { return nil }
      return (place.number, stored.number)
    }
    return (kept, kept.count == places.count)
  }
}
