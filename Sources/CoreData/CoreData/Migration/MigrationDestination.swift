import Foundation

/// The store that a migration manager creates, in a temporary folder next to its final address until it is complete.
struct MigrationDestination {
  let url: URL
  let type: String
  let options: [AnyHashable: Any]?

  /// Whether there is a store at the destination already. The migration then adds objects to it.
  var isThere: Bool {
    get throws {
      guard type == NSSQLiteStoreType, FileManager.default.fileExists(atPath: url.path) else { return false }
      return (try? StoreKinds.kind(named: type).metadata(at: url)) != nil
    }
  }

  func checkIsNot(_ source: MigrationSource) throws {
    func plain(_ url: URL) -> String { url.resolvingSymlinksInPath().standardizedFileURL.path }
    guard type == NSSQLiteStoreType else {
      _ = try StoreKinds.kind(named: type)
      throw error("a store in memory would be gone when the migration ends: migrate to an SQLite store")
    }
    guard url.isFileURL, plain(url) != plain(source.url) else { throw error("it is the source: give it another place") }
  }

  /// Calls a closure with a temporary address, and then moves the store from there to the destination.
  ///
  /// - Throws: the error of any step. The destination is then unchanged.
  func write(_ body: (URL) throws -> Void) throws {
    let kind = try StoreKinds.kind(named: type)
    if try isThere {
      _ = try kind.rewrite(at: url, ifStill: nil, timeout: StoreOpening.defaultTimeout) { temporary in
        try kind.replace(at: temporary, withStoreAt: url)
        try body(temporary)
      }
      return
    }
    let folder = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw self.error("there is no folder \(url.deletingLastPathComponent().path) that may be written", error)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let temporary = folder.appendingPathComponent(url.lastPathComponent)
    try body(temporary)
    try kind.replace(at: url, withStoreAt: temporary)
  }

  func open(_ context: NSManagedObjectContext, at temporary: URL, tracksHistory: Bool) throws -> NSPersistentStore {
    var options = self.options ?? [:]
    options[NSMigratePersistentStoresAutomaticallyOption] = false
    options[NSReadOnlyPersistentStoreOption] = nil
    if tracksHistory { options[NSPersistentHistoryTrackingKey] = true }
    options[NSPersistentStoreRemoteChangeNotificationPostOptionKey] = nil
    do {
      return try NSMigrationManager.coordinator(of: context).addPersistentStore(
        ofType: type, configurationName: nil, at: temporary, options: options)
    } catch let failure as NSError where failure.code == NSPersistentStoreIncompatibleVersionHashError {
      throw error("there is a store of another model", failure)
    }
  }

  private func error(_ reason: String, _ underlying: (any Error)? = nil) -> NSError {
    .coreData(
      NSMigrationManagerDestinationStoreError, "\(url.nameInMessages) cannot be the destination: \(reason).",
      underlying: underlying, details: [NSFilePathErrorKey: url.addressInMessages]
    )
  }
}
