import Foundation

extension CocoaError.Code {
  /// The store type is not known.
  public static var persistentStoreInvalidType: CocoaError.Code { .init(rawValue: NSPersistentStoreInvalidTypeError) }

  /// The store type is not known.
  public static var persistentStoreInvalidTypeError: CocoaError.Code { persistentStoreInvalidType }

  /// The store has another type than the given one.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .init(rawValue: NSPersistentStoreTypeMismatchError) }

  /// The store has another type than the given one.
  public static var persistentStoreTypeMismatchError: CocoaError.Code { persistentStoreTypeMismatch }

  /// The store has other tables or columns than the model needs.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleSchemaError)
  }

  /// The store has other tables or columns than the model needs.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code { persistentStoreIncompatibleSchema }

  /// The store could not be saved.
  public static var persistentStoreSave: CocoaError.Code { .init(rawValue: NSPersistentStoreSaveError) }

  /// The store could not be saved.
  public static var persistentStoreSaveError: CocoaError.Code { persistentStoreSave }

  /// At least one store could not be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompleteSaveError)
  }

  /// At least one store could not be saved.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code { persistentStoreIncompleteSave }

  /// Another context, coordinator or process changed the objects to be saved.
  public static var persistentStoreSaveConflicts: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveConflictsError)
  }

  /// Another context, coordinator or process changed the objects to be saved.
  public static var persistentStoreSaveConflictsError: CocoaError.Code { persistentStoreSaveConflicts }

  /// Core Data failed for a reason that has no code of its own.
  public static var coreData: CocoaError.Code { .init(rawValue: NSCoreDataError) }

  /// Core Data failed for a reason that has no code of its own.
  public static var coreDataError: CocoaError.Code { coreData }

  /// An operation of the store failed.
  public static var persistentStoreOperation: CocoaError.Code { .init(rawValue: NSPersistentStoreOperationError) }

  /// An operation of the store failed.
  public static var persistentStoreOperationError: CocoaError.Code { persistentStoreOperation }

  /// The store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .init(rawValue: NSPersistentStoreOpenError) }

  /// The store could not be opened.
  public static var persistentStoreOpenError: CocoaError.Code { persistentStoreOpen }

  /// The store could not be reached before the timeout.
  public static var persistentStoreTimeout: CocoaError.Code { .init(rawValue: NSPersistentStoreTimeoutError) }

  /// The store could not be reached before the timeout.
  public static var persistentStoreTimeoutError: CocoaError.Code { persistentStoreTimeout }

  /// The store does not support requests of this type.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .init(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  }

  /// The store does not support requests of this type.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    persistentStoreUnsupportedRequestType
  }

  /// The store was made for another model.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleVersionHashError)
  }

  /// The store was made for another model.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    persistentStoreIncompatibleVersionHash
  }

  /// SQLite reported an error, which is the underlying error.
  public static var sqlite: CocoaError.Code { .init(rawValue: NSSQLiteError) }

  /// SQLite reported an error, which is the underlying error.
  public static var sqliteError: CocoaError.Code { sqlite }

  /// External records could not be imported.
  public static var externalRecordImport: CocoaError.Code { .init(rawValue: NSExternalRecordImportError) }

  /// External records could not be imported.
  public static var externalRecordImportError: CocoaError.Code { externalRecordImport }
}

extension CocoaError {
  /// The store type is not known.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }

  /// The store type is not known.
  public static var persistentStoreInvalidTypeError: CocoaError.Code { .persistentStoreInvalidType }

  /// The store has another type than the given one.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }

  /// The store has another type than the given one.
  public static var persistentStoreTypeMismatchError: CocoaError.Code { .persistentStoreTypeMismatch }

  /// The store has other tables or columns than the model needs.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code { .persistentStoreIncompatibleSchema }

  /// The store has other tables or columns than the model needs.
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code { .persistentStoreIncompatibleSchema }

  /// The store could not be saved.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }

  /// The store could not be saved.
  public static var persistentStoreSaveError: CocoaError.Code { .persistentStoreSave }

  /// At least one store could not be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }

  /// At least one store could not be saved.
  public static var persistentStoreIncompleteSaveError: CocoaError.Code { .persistentStoreIncompleteSave }

  /// Another context, coordinator or process changed the objects to be saved.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }

  /// Another context, coordinator or process changed the objects to be saved.
  public static var persistentStoreSaveConflictsError: CocoaError.Code { .persistentStoreSaveConflicts }

  /// Core Data failed for a reason that has no code of its own.
  public static var coreData: CocoaError.Code { .coreData }

  /// Core Data failed for a reason that has no code of its own.
  public static var coreDataError: CocoaError.Code { .coreData }

  /// An operation of the store failed.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }

  /// An operation of the store failed.
  public static var persistentStoreOperationError: CocoaError.Code { .persistentStoreOperation }

  /// The store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }

  /// The store could not be opened.
  public static var persistentStoreOpenError: CocoaError.Code { .persistentStoreOpen }

  /// The store could not be reached before the timeout.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }

  /// The store could not be reached before the timeout.
  public static var persistentStoreTimeoutError: CocoaError.Code { .persistentStoreTimeout }

  /// The store does not support requests of this type.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .persistentStoreUnsupportedRequestType }

  /// The store does not support requests of this type.
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }

  /// The store was made for another model.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { .persistentStoreIncompatibleVersionHash }

  /// The store was made for another model.
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }

  /// SQLite reported an error, which is the underlying error.
  public static var sqlite: CocoaError.Code { .sqlite }

  /// SQLite reported an error, which is the underlying error.
  public static var sqliteError: CocoaError.Code { .sqlite }

  /// External records could not be imported.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }

  /// External records could not be imported.
  public static var externalRecordImportError: CocoaError.Code { .externalRecordImport }
}
