/// The tables of a store during a migration. The former tables are renamed, and the new tables have their final names.
package struct MigrationTables {
  package let mapping: ModelMapping
  package let old: StoreSchema
  package let new: PlannedSchema
  /// Whether the former model is right about which columns hold external data. If not, a former column is taken to have
  /// the form of the new one.
  let trustsExternal: Bool
  /// The temporary names of the former tables, by original name.
  private let formerNames: [String: String]

  /// - Parameter taken: the names of all tables of the database.
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

  /// The quoted temporary name of a former table.
  func former(_ table: String) -> String { formerNames[table] ?? table.quotedIdentifier }

  var dialect: any SQLDialect { new.schema.dialect }

  /// The statements that rename the former tables.
  package var renaming: [String] {
    formerNames.sorted { $0.key < $1.key }.map { "ALTER TABLE \($0.key.quotedIdentifier) RENAME TO \($0.value)" }
  }

  /// The statements that drop the former tables and with them their indexes.
  package var dropping: [String] { formerNames.values.sorted().map { "DROP TABLE \($0)" } }

  /// The original names of the former tables.
  package var formerTables: Set<String> { Set(formerNames.keys) }

  /// The indices of the entities that a store holds, according to its metadata. A store of one configuration may hold
  /// fewer entities than its model has.
  package static func held(_ metadata: StoreMetadata, type: String, in model: CompiledModel) -> Set<Int> {
    let hashes = metadata.dictionary(type: type)[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    let named = model.layout.entities.filter { hashes[$0.name] != nil }.map(\.index)
    return Set(named.isEmpty ? Array(model.layout.entities.indices) : named)
  }

  /// The new and the former storage of an entity of the destination model; nil if it is missing in the new or the
  /// former tables.
  package func stored(_ entity: Int) -> (new: StoredEntity, old: StoredEntity)? {
    guard let stored = new.schema.entities[entity], let source = mapping.sources[entity],
      let former = old.entities[source]
    else { return nil }
    return (stored, former)
  }

  /// The former and the new entity numbers of a relationship's possible destinations.
  ///
  /// `isComplete` is true if every former destination is still allowed.
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
