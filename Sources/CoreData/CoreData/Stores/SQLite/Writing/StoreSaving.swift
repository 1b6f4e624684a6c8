import Foundation

/// A save, within the immediate transaction of the writing connection.
struct StoreSaving: SQLSaving {
  let reading: StoreReading
  let writers: RowWriters
  let changes: StoreChanges
  let externalData: ExternalDataChanges
  let statements: SaveStatements
  var permanentKeys = PermanentKeys()
  /// The primary keys that the store has reserved; after the save, those that are left.
  var reserved: [Int: Range<Int64>] = [:]
  /// The rows that were added to an ordered relationship and need an order key, by owner.
  var arrivals = OrderedArrivals()

  var connection: Connection { reading.connection }
  var schema: StoreSchema { reading.schema }

  init(_ changes: StoreChanges, reading: StoreReading, writers: RowWriters, externalData: ExternalDataChanges) {
    self.reading = reading
    self.writers = writers
    self.changes = changes
    self.externalData = externalData
    statements = SaveStatements(connection: reading.connection, writers: writers)
    reading.connection.derivedValues.forgetAll()
  }

  /// Deletes come first and inserts last, so that an object can take over the unique value of another one.
  mutating func run() throws -> StoreSaveResult {
    defer { statements.giveBack() }
    try checkVersions()
    try allocateKeys()
    for deletion in changes.deleted { try delete(deletion.key) }
    try vacateUniqueValues()
    let updated = try changes.updated.map { try update($0) }
    var result = StoreSaveResult(updated: updated)
    if changes.wantsInsertedValues {
      result.inserted = try changes.inserted.map { try insert($0) }
    } else {
      result.keysOfUnwanted = try insertUnwanted(changes.inserted)
    }
    for change in changes.toMany { try write(change) }
    try placeArrivals()
    if let metadata = changes.metadata { try StoreMetadataTable.write(metadata, on: connection) }
    if let (former, new) = changes.renewal { try StoreMetadataTable.replace(former, by: new, on: connection) }
    guard writers.hasTriggers else { return result }
    // Triggers may have changed the saved rows.
    result.inserted = try stored(result.inserted)
    result.updated = try stored(result.updated)
    result.triggered = connection.derivedValues.slots(in: schema)
    result.derived = try derived(besides: result.insertedKeys + result.updated.map(\.key))
    return result
  }

  /// The key under which a row is saved: its permanent key, or the key itself if it is permanent.
  ///
  /// - Throws: an error if the key is temporary and its row is not part of the save.
  func permanent(_ key: RowKey) throws -> RowKey { try permanentKeys.permanent(key, in: reading.model) }

  /// The unsaved rows whose derived attributes were changed by triggers.
  private func derived(besides saved: [RowKey]) throws -> [Row] {
    let saved = Set(saved)
    let keys = connection.derivedValues.keys(in: schema).filter { !saved.contains($0) }
    return try Dictionary(grouping: keys) { reading.model[$0].root }.values.flatMap { keys in
      try reading.rows(for: keys).compactMap { $0 }
    }
  }

  private func stored(_ rows: [Row]) throws -> [Row] {
    let read = try reading.rows(for: rows.map(\.key))
    return zip(rows, read).map { written, read in read ?? written }
  }
}
