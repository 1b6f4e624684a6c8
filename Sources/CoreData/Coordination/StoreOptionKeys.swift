/// Option: whether the store is opened for reading only, a Boolean.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"

/// Option: settings of SQLite by name, a dictionary. `journal_mode` and `synchronous` can be set.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"

/// Option: how long to wait for a store that another process holds, a number of seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

/// Option: whether a store made for another version of the model is migrated when it is added, a Boolean; false unless
/// it is set. A description sets it.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"

/// Option: whether the mapping for a migration is inferred from the two models, a Boolean; false unless it is set. A
/// description sets it.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

/// Option: whether the store keeps a history of what is saved, a Boolean. Of one that has a history it is kept whatever
/// the option says.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// Option: whether the coordinator posts `NSPersistentStoreRemoteChange` after each write to the store, also one of
/// another process, a Boolean.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// Option: an `NSStagedMigrationManager`, which has the store go through its stages before it is opened. It takes
/// `NSMigratePersistentStoresAutomaticallyOption` besides.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"
