import Foundation

/// The options of one store, parsed from those that the program gave.
struct StoreOptions {
  var isReadOnly = false
  var timeout = StoreOpening.defaultTimeout
  var pragmas = StorePragmas()
  var memory = ReadingMemory.much
  /// Whether a store that was created for another model is migrated, and whether the mapping is inferred.
  var migrates = false
  var infersMapping = false
  var stages: (any StagedMigrating)?
  var tracksHistory = false
  var postsRemoteChanges = false
  /// Whether the model was guessed from the store's tables.
  var hasGuessedModel = false

  /// Parses options.
  ///
  /// - Throws: 134080 (`NSPersistentStoreOpenError`) if an option is not supported, or has an invalid value. Keys
  ///   that are not Core Data's are ignored.
  init(_ options: [AnyHashable: Any]?) throws {
    for case (let key as String, let value) in options ?? [:] {
      switch key {
      case NSReadOnlyPersistentStoreOption:
        isReadOnly = try Self.boolean(value, for: key)
      case NSMigratePersistentStoresAutomaticallyOption:
        migrates = try Self.boolean(value, for: key)
      case NSInferMappingModelAutomaticallyOption:
        infersMapping = try Self.boolean(value, for: key)
      case NSPersistentStoreStagedMigrationManagerOptionKey:
        guard let manager = value as? any StagedMigrating else {
          throw Self.wrong(value, for: key, wanted: "an NSStagedMigrationManager")
        }
        stages = manager
      case NSPersistentStoreTimeoutOption:
        timeout = try Self.number(value, for: key)
      case NSSQLitePragmasOption:
        guard let settings = value as? [String: Any] else { throw Self.wrong(value, for: key, wanted: "a dictionary") }
        pragmas = try StorePragmas(settings)
      case NSPersistentHistoryTrackingKey:
        // A dictionary that configures the tracking also turns it on.
        tracksHistory = try value is [AnyHashable: Any] || Self.boolean(value, for: key)
      case NSPersistentStoreRemoteChangeNotificationPostOptionKey:
        postsRemoteChanges = try Self.boolean(value, for: key)
      case readsInLittleMemoryOption:
        memory = try Self.boolean(value, for: key) ? .little : .much
      case guessedModelOption:
        hasGuessedModel = try Self.boolean(value, for: key)
      default:
        if let refusal = Self.refused[key], (try? Self.boolean(value, for: key)) ?? true {
          throw NSError.coreData(NSPersistentStoreOpenError, "The option \(key) cannot be honored: \(refusal)")
        }
      }
    }
    guard !hasGuessedModel || isReadOnly else {
      throw NSError.coreData(
        NSPersistentStoreOpenError, "A store is opened with a guessed model for reading only: name its model's file.")
    }
  }

  /// Apple's options that are refused, with the reasons. `CoreData` declares no constants for them. An option that is
  /// off is accepted.
  private static let refused = [
    "NSPersistentStoreUbiquitousContentNameKey": "there is no iCloud on this platform.",
    "NSIgnorePersistentStoreVersioningOption": "a store's tables and columns are always compared with the model.",
    "NSSQLiteAnalyzeOption": "run ANALYZE with SQLite's own tool.",
    "NSSQLiteManualVacuumOption": "run VACUUM with SQLite's own tool.",
  ]

  private static func boolean(_ value: Any, for key: String) throws -> Bool {
    if let value = value as? Bool { return value }
    guard let number = value as? NSNumber else { throw wrong(value, for: key, wanted: "a Boolean") }
    return number.boolValue
  }

  private static func number(_ value: Any, for key: String) throws -> TimeInterval {
    let number = value as? TimeInterval ?? (value as? Int).map(TimeInterval.init) ?? (value as? NSNumber)?.doubleValue
    guard let number, number >= 0 else { throw wrong(value, for: key, wanted: "a number of seconds") }
    return number
  }

  private static func wrong(_ value: Any, for key: String, wanted: String) -> NSError {
    .coreData(NSPersistentStoreOpenError, "The option \(key) takes \(wanted), not \(value).")
  }
}
