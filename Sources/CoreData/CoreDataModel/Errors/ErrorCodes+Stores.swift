/// The store type is not known.
public var NSPersistentStoreInvalidTypeError: Int { 134000 }

/// The store has another type than the given one.
public var NSPersistentStoreTypeMismatchError: Int { 134010 }

/// The store has other tables or columns than the model needs.
public var NSPersistentStoreIncompatibleSchemaError: Int { 134020 }

/// The store could not be saved.
public var NSPersistentStoreSaveError: Int { 134030 }

/// At least one store could not be saved.
public var NSPersistentStoreIncompleteSaveError: Int { 134040 }

/// Another context, coordinator or process changed the objects to be saved.
public var NSPersistentStoreSaveConflictsError: Int { 134050 }

/// Core Data failed for a reason that has no code of its own.
public var NSCoreDataError: Int { 134060 }

/// An operation of the store failed.
public var NSPersistentStoreOperationError: Int { 134070 }

/// The store could not be opened.
public var NSPersistentStoreOpenError: Int { 134080 }

/// The store could not be reached before the timeout.
public var NSPersistentStoreTimeoutError: Int { 134090 }

/// The store does not support requests of this type.
public var NSPersistentStoreUnsupportedRequestTypeError: Int { 134091 }

/// The store was made for another model.
public var NSPersistentStoreIncompatibleVersionHashError: Int { 134100 }

/// SQLite reported an error, which is the underlying error.
public var NSSQLiteError: Int { 134180 }

/// External records could not be imported.
public var NSExternalRecordImportError: Int { 134200 }

/// A history token is older than the history.
public var NSPersistentHistoryTokenExpiredError: Int { 134301 }
