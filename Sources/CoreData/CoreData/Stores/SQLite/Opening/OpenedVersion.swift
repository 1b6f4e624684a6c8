import Foundation

/// The model version that a store had when it was opened. Comparing it reveals migrations by other processes.
///
/// Columns and entity numbers were read when the store was opened. After a migration, they would lead to wrong values.
/// Every transaction therefore compares SQLite's data version, which takes a microsecond. If it changed, the bytes of
/// the metadata are compared, and only changed metadata is parsed.
final class OpenedVersion: Sendable {
  private let file: StoreFile
  /// The store's UUID. It changes if a mapping model was used, because objects then have other keys.
  private let identifier: String
  /// The accepted version hashes: those at opening, and the renewed ones that a save may write.
  private let hashes: [[String: Data]]
  /// The identifier of the last migration before opening. A model with equal hashes may store external data
  /// differently.
  private let migration: String?
  /// The store's entities when it was opened.
  private let entities: [FileSchema.Entity]
  /// The last property list that was found to be of this version.
  private let known: Protected<Data>

  /// - Parameters:
  ///   - metadata: the store's metadata when its tables were read.
  ///   - renewed: the hashes that a save may write to replace older ones.
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

  /// Checks the store's version in the open transaction.
  ///
  /// - Parameter end: text to append to the first sentence of the error.
  /// - Throws: 134100 if the store was migrated or replaced after it was opened.
  /// - Complexity: O(1) if no other connection has written since the last call, else O(size of the metadata).
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
    // Compare only these parts, because a program may store its own values in the list.
    guard changed.identifier == identifier, changed.migration == migration, hashes.contains(changed.hashes.byName)
    else { return false }
    self.known.withLock { $0 = changed.propertyList }
    return true
  }

  /// Checks the entity numbers, which may differ even if the metadata is the same.
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
