/// The option for opening the store read-only, a Boolean.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"

/// The option for SQLite pragmas, a dictionary by name. Only `journal_mode` and `synchronous` are supported.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"

/// The option for the time to wait for a store that another process locks, a number of seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

/// The option for migrating a store of another model version when it is added, a Boolean. The default is false, but a
/// store description sets it to true.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"

/// The option for inferring a migration's mapping from the two models, a Boolean. The default is false, but a store
/// description sets it to true.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

/// The option for recording a history of saves, a Boolean. A store that has a history keeps it regardless of this
/// option.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// The option for posting `NSPersistentStoreRemoteChange` after each write to the store, including those of other
/// processes, a Boolean.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// The option for an `NSStagedMigrationManager`, which migrates the store in stages before it is opened. It also
/// requires `NSMigratePersistentStoresAutomaticallyOption`.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"
