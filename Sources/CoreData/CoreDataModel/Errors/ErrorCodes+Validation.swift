/// A value or an object is not valid.
public var NSManagedObjectValidationError: Int { 1550 }

/// At least one uniqueness constraint was violated.
public var NSManagedObjectConstraintValidationError: Int { 1551 }

/// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
public var NSValidationMultipleErrorsError: Int { 1560 }

/// A mandatory property has no value.
public var NSValidationMissingMandatoryPropertyError: Int { 1570 }

/// A to-many relationship has too few destinations.
public var NSValidationRelationshipLacksMinimumCountError: Int { 1580 }

/// A to-many relationship has too many destinations.
public var NSValidationRelationshipExceedsMaximumCountError: Int { 1590 }

/// An object was deleted although a relationship with the delete rule Deny is not empty.
public var NSValidationRelationshipDeniedDeleteError: Int { 1600 }

/// A number is greater than the allowed maximum.
public var NSValidationNumberTooLargeError: Int { 1610 }

/// A number is less than the allowed minimum.
public var NSValidationNumberTooSmallError: Int { 1620 }

/// A date is later than the latest allowed date.
public var NSValidationDateTooLateError: Int { 1630 }

/// A date is earlier than the earliest allowed date.
public var NSValidationDateTooSoonError: Int { 1640 }

/// The value of a date attribute is not a valid date.
public var NSValidationInvalidDateError: Int { 1650 }

/// A string is longer than the allowed maximum.
public var NSValidationStringTooLongError: Int { 1660 }

/// A string is shorter than the allowed minimum.
public var NSValidationStringTooShortError: Int { 1670 }

/// A string does not match the attribute's pattern.
public var NSValidationStringPatternMatchingError: Int { 1680 }

/// The value of a URI attribute is not a valid URI.
public var NSValidationInvalidURIError: Int { 1690 }
