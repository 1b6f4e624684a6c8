/// A value or an object is not valid.
public var NSManagedObjectValidationError: Int { 1550 }

/// At least one uniqueness constraint was violated.
public var NSManagedObjectConstraintValidationError: Int { 1551 }

/// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
public var NSValidationMultipleErrorsError: Int { 1560 }

/// A property that is not optional has no value.
public var NSValidationMissingMandatoryPropertyError: Int { 1570 }

/// A to-many relationship has too few destinations.
public var NSValidationRelationshipLacksMinimumCountError: Int { 1580 }

/// A to-many relationship has too many destinations.
public var NSValidationRelationshipExceedsMaximumCountError: Int { 1590 }

/// An object was deleted although a relationship with the rule Deny is not empty.
public var NSValidationRelationshipDeniedDeleteError: Int { 1600 }

/// A number is above its maximum.
public var NSValidationNumberTooLargeError: Int { 1610 }

/// A number is below its minimum.
public var NSValidationNumberTooSmallError: Int { 1620 }

/// A date is after its latest.
public var NSValidationDateTooLateError: Int { 1630 }

/// A date is before its earliest.
public var NSValidationDateTooSoonError: Int { 1640 }

/// A date is no date.
public var NSValidationInvalidDateError: Int { 1650 }

/// A string is longer than its maximum.
public var NSValidationStringTooLongError: Int { 1660 }

/// A string is shorter than its minimum.
public var NSValidationStringTooShortError: Int { 1670 }

/// A string does not match its pattern.
public var NSValidationStringPatternMatchingError: Int { 1680 }

/// A URI is no URI.
public var NSValidationInvalidURIError: Int { 1690 }
