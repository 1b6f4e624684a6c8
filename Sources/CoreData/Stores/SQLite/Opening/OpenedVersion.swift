import Foundation

/// The version of its model that a store had when it was opened, so that what another process makes of it is noticed.
///
/// Columns and numbers of entities are known as of then: after a migration, values would be read and written in the
/// wrong places. Every transaction compares SQLite's number of the file's state, which costs a microsecond. Only a new
/// state has the metadata compared, as bytes, and only metadata that was changed is read.
final class OpenedVersion: Sendable {
  private let file: StoreFile
  /// The store's UUID: where a mapping model was used, objects have other keys than before.
  private let identifier: String
  /// The version hashes that the store may have: those of then, and those that a save writes in their place.
  private let hashes: [[String: Data]]
  /// The last migration by then. A model with the same hashes may keep data outside where the opened one does not.
  private let migration: String?
  /// The store's entities as it was opened.
  private let entities: [FileSchema.Entity]
  /// The property list that was found last to be of this version.
  private let known: Protected<Data>

  /// - Parameters:
  ///   - metadata: the store's metadata when its tables were looked at.
  ///   - renewed: the hashes that a save may write in the place of older ones.
  init(
    _ file: StoreFile, _ metadata: StoreMetadata, renewed: [String: Data], entities: [FileSchema.Entity]
  ) {
    self.file = file
    identifier = metadata.identifier
    hashes = [metadata.hashes.byName, renewed]
    migration = metadata.migration
    self.entities = entities
    known = Protected(metadata.propertyList)
  }

  /// Compares the store's version, in the transaction that is open.
  ///
  /// - Parameter end: the end of the error's first sentence.
  /// - Throws: 134100 when the store was migrated or replaced since it was opened.
  /// - Complexity: O(1) when no other connection has written since the last call, else O(bytes of the metadata).
  func require(on connection: Connection, orElse end: String = "") throws {
    let state = try connection.dataVersion()
    guard connection.versionCheckedIn != state else { return }
    guard try hasMetadata(connection), try hasEntities(connection) else {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        "\(file.name) was migrated by another process since it was opened here\(end). Open it again, with the model that it "
          + "has now.",
        details: [NSFilePathErrorKey: file.path])
    }
    connection.versionCheckedIn = state
  }

  private func hasMetadata(_ connection: Connection) throws -> Bool {
    let known = StoreMetadata(identifier: identifier, propertyList: known.withLock { $0 })
    if try StoreMetadataTable.holds(known, on: connection) { return true }
    let changed = try StoreMetadataTable.read(file, on: connection)
    // A program keeps things of its own in the list, too.
    guard changed.identifier == identifier, changed.migration == migration, hashes.contains(changed.hashes.byName)
    else { return false }
    self.known.withLock { $0 = changed.propertyList }
    return true
  }

  /// Entities may have other numbers, whatever the metadata says.
  private func hasEntities(_ connection: Connection) throws -> Bool {
    let schema = try connection.integer("PRAGMA schema_version")
    if let schema, schema == connection.schemaCheckedIn { return true }
    var names: [Int64: String] = [:]
    try connection.withStatement("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") { rows in
      while try rows.step() { names[rows.integer(at: 0)] = rows.text(at: 1) }
    }
    guard entities.allSatisfy({ names[$0.number] == $0.name }) else { return false }
    connection.schemaCheckedIn = schema
    return true
  }
}
