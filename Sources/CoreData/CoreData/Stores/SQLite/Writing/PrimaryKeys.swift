import Foundation

/// Assigns primary keys in the transaction that uses them.
struct PrimaryKeys {
  let connection: Connection
  let schema: StoreSchema
  /// The counters by root entity.
  private var counters: [Int: Counter] = [:]
  /// The reserved keys by root entity. They are assigned first.
  private let reserved: [Int: Range<Int64>]

  private struct Counter {
    /// The last assigned key.
    var last: Int64
    /// Whether rows use greater keys, so that each new key must be looked up.
    let isAmongRows: Bool
  }

  init(connection: Connection, schema: StoreSchema, reserved: [Int: Range<Int64>] = [:]) {
    self.connection = connection
    self.schema = schema
    self.reserved = reserved
  }

  /// The root entities whose counters were read.
  var roots: some Collection<Int> { counters.keys }

  /// Reserves further keys for each root entity to which keys were assigned.
  mutating func takeAhead(_ count: Int64) -> [Int: Range<Int64>] {
    var taken: [Int: Range<Int64>] = [:]
    if count == 0 { return taken }
    for (root, counter) in counters where !counter.isAmongRows && counter.last < Self.highestOfRows - count {
      taken[root] = counter.last + 1..<counter.last + count + 1
      counters[root]?.last += count
    }
    return taken
  }

  /// Assigns the next key of an entity's table, greater than the counter and the existing keys.
  mutating func key(for entity: EntityLayout) throws -> RowKey {
    let place = try place(of: entity)
    var counter = counters.values[place]
    defer { counters.values[place] = counter }
    return try key(after: &counter, for: entity)
  }

  /// Assigns keys to the rows of an entity that have temporary keys.
  mutating func give(
    to rows: ArraySlice<Row>, of entity: EntityLayout, noting permanentKeys: inout PermanentKeys
  ) throws {
    let place = try place(of: entity)
    var counter = counters.values[place]
    defer { counters.values[place] = counter }
    for row in rows where row.key.isTemporary {
      permanentKeys.add(try key(after: &counter, for: entity), for: row.key.primaryKey)
    }
  }

  private func key(after counter: inout Counter, for entity: EntityLayout) throws -> RowKey {
    repeat {
      let (key, overflow) = counter.last.addingReportingOverflow(1)
      guard !overflow else { throw Self.exhausted(entity) }
      counter.last = key
    } while try counter.isAmongRows && isTaken(counter.last, entity)
    return RowKey(entity: entity.index, primaryKey: counter.last)
  }

  private mutating func place(of entity: EntityLayout) throws -> Dictionary<Int, Counter>.Index {
    while true {
      if let place = counters.index(forKey: entity.root) { return place }
      counters[entity.root] = try counter(of: entity)
    }
  }

  /// Raises the counter above a key that was assigned elsewhere.
  mutating func include(_ key: RowKey, of entity: EntityLayout) throws {
    // If keys are reserved, the stored counter is already past them and past the keys assigned from them.
    if counters[entity.root] == nil, let range = reserved[entity.root], key.primaryKey < range.lowerBound { return }
    var counter = try counters[entity.root] ?? self.counter(of: entity)
    if key.primaryKey <= Self.highestOfRows { counter.last = max(counter.last, key.primaryKey) }
    counters[entity.root] = counter
  }

  /// Stores the changed counters in the rows of the root entities in `Z_PRIMARYKEY`.
  func storeCounters() throws {
    for (root, counter) in counters.sorted(by: { $0.key < $1.key }) {
      guard let stored = schema.entities[root] else { continue }
      try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1") { statement in
        try statement.bind(stored.number, counter.last)
        try statement.run()
      }
      if connection.changes == 0 {
        try connection.withStatement("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?3, 0, ?2)")
        {
          try $0.bind(stored.number, counter.last)
          try $0.bind(stored.layout.name, at: 3)
          try $0.run()
        }
      }
    }
  }

  private func counter(of entity: EntityLayout) throws -> Counter {
    let stored = try schema.stored(entity.index)
    let number = schema.entities[entity.root]?.number ?? stored.number
    let counter = try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)") ?? 0
    let largest = try connection.integer("SELECT max(Z_PK) FROM \(stored.table.quotedIdentifier)") ?? 0
    // Stores that were created by hand may have counters of 0 and -1. The counter does not follow a row with a very
    // high key, because no keys would be left after it.
    let isAmongRows = largest > Self.highestOfRows && counter < largest
    if let range = reserved[entity.root], counter == range.upperBound - 1, largest < range.lowerBound {
      return Counter(last: range.lowerBound - 1, isAmongRows: false)
    }
    return Counter(last: isAmongRows ? max(counter, 0) : max(counter, largest, 0), isAmongRows: isAmongRows)
  }

  private func isTaken(_ key: Int64, _ entity: EntityLayout) throws -> Bool {
    let table = try schema.stored(entity.index).table.quotedIdentifier
    return try connection.withStatement("SELECT 1 FROM \(table) WHERE Z_PK = ?1") { statement in
      try statement.bind(key, at: 1)
      return try statement.step()
    }
  }

  /// The highest key that the counter follows. 2^32 keys are left above it.
  private static let highestOfRows = Int64.max - 1 << 32

  private static func exhausted(_ entity: EntityLayout) -> NSError {
    .coreData(NSPersistentStoreSaveError, "The store has no primary keys left for \(entity.name).")
  }
}

extension StoreSaving {
  /// Assigns a primary key to every inserted row, in the order of insertion.
  mutating func allocateKeys() throws {
    guard !changes.inserted.isEmpty else { return }
    var keys = PrimaryKeys(connection: connection, schema: schema, reserved: reserved)
    permanentKeys.reserveCapacity(changes.inserted.count)
    for rows in changes.inserted.runs {
      guard let first = rows.first(where: \.key.isTemporary) else { continue }
      try keys.give(to: rows, of: reading.model[first.key], noting: &permanentKeys)
    }
    if changes.hasForeignKeys {
      for row in changes.inserted { try keys.include(row.key, of: reading.model[row.key]) }
    }
    try keys.storeCounters()
    for root in keys.roots { reserved[root] = nil }
  }
}
