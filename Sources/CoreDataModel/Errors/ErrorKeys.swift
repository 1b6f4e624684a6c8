/// The domain of SQLite's own errors, whose codes are SQLite's result codes.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

/// In an error: the errors that it gathers, an array.
public let NSDetailedErrorsKey = "NSDetailedErrors"

/// In a validation error: the object that is not valid.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"

/// In a validation error: the name of the property that is not valid.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"

/// In a validation error: the predicate that does not hold.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"

/// In a validation error: the value that is not valid.
public let NSValidationValueErrorKey = "NSValidationErrorValue"

/// In an error: the objects it concerns, an array.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

/// In an error: the stores it concerns, an array.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"

/// In a save's error: the conflicts that stopped it, an array of `NSMergeConflict`.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
