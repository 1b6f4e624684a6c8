/// There is no such type of store.
public var NSPersistentStoreInvalidTypeError: Int { 134000 }

/// The store is of another type.
public var NSPersistentStoreTypeMismatchError: Int { 134010 }

/// The store has other tables or columns than the model wants.
public var NSPersistentStoreIncompatibleSchemaError: Int { 134020 }

/// The store could not be saved.
public var NSPersistentStoreSaveError: Int { 134030 }

/// At least one store could not be saved.
public var NSPersistentStoreIncompleteSaveError: Int { 134040 }

/// Another context, coordinator or process changed what was to be saved.
public var NSPersistentStoreSaveConflictsError: Int { 134050 }

/// Core Data failed in a way that has no code of its own.
public var NSCoreDataError: Int { 134060 }

/// An operation of the store failed.
public var NSPersistentStoreOperationError: Int { 134070 }

/// The store could not be opened.
public var NSPersistentStoreOpenError: Int { 134080 }

/// The store could not be reached in time.
public var NSPersistentStoreTimeoutError: Int { 134090 }

/// The store does not answer such requests.
public var NSPersistentStoreUnsupportedRequestTypeError: Int { 134091 }

/// The store was made for another model.
public var NSPersistentStoreIncompatibleVersionHashError: Int { 134100 }

/// SQLite failed; its error is the underlying one.
public var NSSQLiteError: Int { 134180 }

/// External records could not be imported.
public var NSExternalRecordImportError: Int { 134200 }

/// A history token is older than the history.
public var NSPersistentHistoryTokenExpiredError: Int { 134301 }
