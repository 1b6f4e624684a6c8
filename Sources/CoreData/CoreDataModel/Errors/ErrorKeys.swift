/// The domain of SQLite's errors. Their codes are SQLite's result codes.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

/// The user info key of the array of errors that an error combines.
public let NSDetailedErrorsKey = "NSDetailedErrors"

/// The user info key of the object that a validation error is about.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"

/// The user info key of the name of the property that a validation error is about.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"

/// The user info key of the predicate that an invalid object or value does not satisfy.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"

/// The user info key of the value that is not valid.
public let NSValidationValueErrorKey = "NSValidationErrorValue"

/// The user info key of the array of objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

/// The user info key of the array of stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"

/// The user info key of the array of `NSMergeConflict` that prevented a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
