import Foundation

/// Gives out primary keys, inside the transaction that uses them.
struct PrimaryKeys {
  let connection: Connection
  let schema: StoreSchema
  private var next: [Int: Int64] = [:]

  init(connection: Connection, schema: StoreSchema) {
    self.connection = connection
    self.schema = schema
  }

  /// The next key of an entity's table: after the counter and after every row that is there, whichever is larger.
  mutating func key(for entity: EntityLayout) throws -> RowKey {
    let root = entity.root
    let key = try next[root] ?? firstFreeKey(of: entity)
    let (following, overflow) = key.addingReportingOverflow(1)
    guard !overflow else { throw Self.exhausted(entity) }
    next[root] = following
    return RowKey(entity: entity.index, primaryKey: key)
  }

  /// Stores the counters of the tables that keys were given out for. They stand with the root entities.
  func storeCounters() throws {
    for (root, following) in next.sorted(by: { $0.key < $1.key }) {
      guard let stored = schema.entities[root] else { continue }
      try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1") { statement in
        try statement.bind(stored.number, following - 1)
        try statement.run()
      }
      if connection.changes == 0 {
        try connection.withStatement("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?3, 0, ?2)")
        {
          try $0.bind(stored.number, following - 1)
          try $0.bind(stored.layout.name, at: 3)
          try $0.run()
        }
      }
    }
  }

  private func firstFreeKey(of entity: EntityLayout) throws -> Int64 {
    let stored = try schema.stored(entity.index)
    let number = schema.entities[entity.root]?.number ?? stored.number
    let counter = try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)") ?? 0
    let largest = try connection.integer("SELECT max(Z_PK) FROM \(stored.table.quotedIdentifier)") ?? 0
    // Counters of 0 and -1 occur, in stores made by hand.
    let (key, overflow) = max(counter, largest, 0).addingReportingOverflow(1)
    guard !overflow else { throw Self.exhausted(entity) }
    return key
  }

  private static func exhausted(_ entity: EntityLayout) -> NSError {
    .coreData(NSPersistentStoreSaveError, "The store has no primary keys left for \(entity.name).")
  }
}

extension StoreSaving {
  /// Gives every inserted row its primary key, in the order of insertion.
  mutating func allocateKeys() throws {
    guard !changes.inserted.isEmpty else { return }
    var keys = PrimaryKeys(connection: connection, schema: schema)
    permanentKeys.reserveCapacity(changes.inserted.count)
    for row in changes.inserted where row.key.isTemporary {
      permanentKeys[row.key.primaryKey] = try keys.key(for: reading.model[row.key])
    }
    try keys.storeCounters()
  }
}
