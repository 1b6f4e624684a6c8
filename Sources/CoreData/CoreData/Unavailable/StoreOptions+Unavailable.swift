@available(*, unavailable, message: "A store's tables and columns are always compared with the model.")
public var NSIgnorePersistentStoreVersioningOption: String { unavailable() }

@available(*, unavailable, message: "Run ANALYZE with SQLite's own tool while the store is closed.")
public var NSSQLiteAnalyzeOption: String { unavailable() }

@available(*, unavailable, message: "Run VACUUM with SQLite's own tool while the store is closed.")
public var NSSQLiteManualVacuumOption: String { unavailable() }

@available(*, unavailable, message: "Remove the store from its coordinator, then destroy it.")
public var NSPersistentStoreForceDestroyOption: String { unavailable() }

@available(*, unavailable, message: "This platform has no file protection: set the permissions of the store's folder.")
public var NSPersistentStoreFileProtectionKey: String { unavailable() }

@available(*, unavailable, message: "The number of reading connections cannot be chosen.")
public var NSPersistentStoreConnectionPoolMaxSizeKey: String { unavailable() }

@available(*, unavailable, message: "A store's metadata does not name the systems that can open it.")
public var NSPersistentStoreOSCompatibility: String { unavailable() }

@available(*, unavailable, message: "A store keeps the UUID it was created with.")
public var NSUUIDChangedPersistentStoresKey: String { unavailable() }
