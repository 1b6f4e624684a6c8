import CoreData
import Foundation

/// The kind of stores on PostgreSQL servers. `StoreKinds` finds this class by its name.
final class PostgresStoreKind: LinkedStoreKind {
  init() {}

  var type: String { NSPostgreSQLStoreType }

  func open(_ opening: StoreOpening) throws -> OpenedStore {
    let address = try self.address(opening.url)
    return try PostgresFailure.reporting(address, .opening) {
      try PostgresOpening(address, opening).run()
    }
  }

  func embeddedModel(at url: URL) throws -> NSManagedObjectModel? {
    try reading(url) { address, connection in
      let rows = try connection.run("SELECT \"Z_CONTENT\" FROM \"Z_MODELCACHE\" LIMIT 1")
      guard rows.count > 0, !rows.isNull(0, 0) else { return nil }
      do {
        return try NSManagedObjectModel(modelCache: rows.data(0, 0))
      } catch let error as ModelReadingError {
        throw NSError.coreData(
          CocoaError.fileReadCorruptFile.rawValue,
          "\(address.name) is damaged: the model inside cannot be read, \(error.reason).", underlying: error)
      }
    }
  }

  func metadata(at url: URL) throws -> StoreMetadata {
    try reading(url) { try PostgresOpening.metadata($0, on: $1) }
  }

  /// Replaces the store's metadata, except for the keys that identify its model. These stay as they are stored now,
  /// because another process may have migrated the store since the metadata was read. Waits for a running migration.
  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws {
    try reading(url, .saving) { address, connection in
      try PostgresCreation.begin(address, on: connection)
      guard try PostgresOpening.isThere(connection) else { throw PostgresOpening.missing(address) }
      try connection.run("SELECT 1 FROM \"Z_METADATA\" FOR UPDATE")
      let stored = try PostgresOpening.metadata(address, on: connection)
      var parameters = PostgresParameters()
      parameters.append(try stored.replaced(by: metadata.dictionary(type: type), type: type).propertyList)
      try connection.run("UPDATE \"Z_METADATA\" SET \"Z_PLIST\" = $1::bytea", parameters)
      try connection.run("COMMIT")
    }
  }

  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool {
    let address = try self.address(opening.url)
    return try PostgresFailure.reporting(address, .saving) {
      try PostgresMigration(
        address: address, opening: opening, mapping: mapping, metadata: metadata,
        progress: Progress.current() == nil ? nil : Progress(totalUnitCount: 1)
      ).run()
    }
  }

  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool {
    let address = try self.address(url)
    return try PostgresFailure.reporting(address, .saving) {
      try PostgresRewriting(address, url, timeout: timeout).run(ifStill: metadata, make)
    }
  }

  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws {
    _ = try rewrite(at: url, ifStill: nil, timeout: timeout, make)
  }

  func destroy(at url: URL) throws {
    let address = try self.address(url)
    try PostgresFailure.reporting(address, .saving) { try PostgresRewriting(address, url, timeout: 60).destroy() }
  }

  func replace(at destination: URL, withStoreAt source: URL) throws {
    let address = try self.address(destination)
    try PostgresFailure.reporting(address, .saving) {
      try PostgresRewriting(address, destination, timeout: 60).replace(withStoreAt: source)
    }
  }

  func address(_ url: URL?) throws -> PostgresAddress {
    guard let url, PostgresAddress.isOne(url) else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "A store of the type \(type) needs an address such as postgresql://user@host/database.")
    }
    return try PostgresAddress(url)
  }

  /// Reads an existing store.
  ///
  /// - Throws: Cocoa error 260 if the store does not exist.
  private func reading<Result>(
    _ url: URL, _ action: PostgresFailure.Action = .opening,
    _ body: (PostgresAddress, PostgresConnection) throws -> Result
  ) throws -> Result {
    let address = try self.address(url)
    return try PostgresFailure.reporting(address, action) {
      let connection = try PostgresConnection(address, timeout: StoreOpening.defaultTimeout)
      guard try PostgresOpening.isThere(connection) else { throw PostgresOpening.missing(address) }
      return try body(address, connection)
    }
  }
}
