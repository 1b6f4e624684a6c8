import Foundation

extension CocoaError.Code {
  /// A value or an object is not valid.
  public static var managedObjectValidation: CocoaError.Code { .init(rawValue: NSManagedObjectValidationError) }

  /// A value or an object is not valid.
  public static var managedObjectValidationError: CocoaError.Code { managedObjectValidation }

  /// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { .init(rawValue: NSValidationMultipleErrorsError) }

  /// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
  public static var validationMultipleErrorsError: CocoaError.Code { validationMultipleErrors }

  /// A mandatory property has no value.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .init(rawValue: NSValidationMissingMandatoryPropertyError)
  }

  /// A mandatory property has no value.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code { validationMissingMandatoryProperty }

  /// A to-many relationship has too few destinations.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipLacksMinimumCountError)
  }

  /// A to-many relationship has too few destinations.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    validationRelationshipLacksMinimumCount
  }

  /// A to-many relationship has too many destinations.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipExceedsMaximumCountError)
  }

  /// A to-many relationship has too many destinations.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    validationRelationshipExceedsMaximumCount
  }

  /// An object was deleted although a relationship with the delete rule Deny is not empty.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipDeniedDeleteError)
  }

  /// An object was deleted although a relationship with the delete rule Deny is not empty.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code { validationRelationshipDeniedDelete }

  /// A number is greater than the allowed maximum.
  public static var validationNumberTooLarge: CocoaError.Code { .init(rawValue: NSValidationNumberTooLargeError) }

  /// A number is greater than the allowed maximum.
  public static var validationNumberTooLargeError: CocoaError.Code { validationNumberTooLarge }

  /// A number is less than the allowed minimum.
  public static var validationNumberTooSmall: CocoaError.Code { .init(rawValue: NSValidationNumberTooSmallError) }

  /// A number is less than the allowed minimum.
  public static var validationNumberTooSmallError: CocoaError.Code { validationNumberTooSmall }

  /// A date is later than the latest allowed date.
  public static var validationDateTooLate: CocoaError.Code { .init(rawValue: NSValidationDateTooLateError) }

  /// A date is later than the latest allowed date.
  public static var validationDateTooLateError: CocoaError.Code { validationDateTooLate }

  /// A date is earlier than the earliest allowed date.
  public static var validationDateTooSoon: CocoaError.Code { .init(rawValue: NSValidationDateTooSoonError) }

  /// A date is earlier than the earliest allowed date.
  public static var validationDateTooSoonError: CocoaError.Code { validationDateTooSoon }

  /// The value of a date attribute is not a valid date.
  public static var validationInvalidDate: CocoaError.Code { .init(rawValue: NSValidationInvalidDateError) }

  /// The value of a date attribute is not a valid date.
  public static var validationInvalidDateError: CocoaError.Code { validationInvalidDate }

  /// A string is longer than the allowed maximum.
  public static var validationStringTooLong: CocoaError.Code { .init(rawValue: NSValidationStringTooLongError) }

  /// A string is longer than the allowed maximum.
  public static var validationStringTooLongError: CocoaError.Code { validationStringTooLong }

  /// A string is shorter than the allowed minimum.
  public static var validationStringTooShort: CocoaError.Code { .init(rawValue: NSValidationStringTooShortError) }

  /// A string is shorter than the allowed minimum.
  public static var validationStringTooShortError: CocoaError.Code { validationStringTooShort }

  /// A string does not match the attribute's pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .init(rawValue: NSValidationStringPatternMatchingError)
  }

  /// A string does not match the attribute's pattern.
  public static var validationStringPatternMatchingError: CocoaError.Code { validationStringPatternMatching }
}

extension CocoaError {
  /// A value or an object is not valid.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }

  /// A value or an object is not valid.
  public static var managedObjectValidationError: CocoaError.Code { .managedObjectValidation }

  /// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }

  /// Several values or objects are not valid; each has its error under `NSDetailedErrorsKey`.
  public static var validationMultipleErrorsError: CocoaError.Code { .validationMultipleErrors }

  /// A mandatory property has no value.
  public static var validationMissingMandatoryProperty: CocoaError.Code { .validationMissingMandatoryProperty }

  /// A mandatory property has no value.
  public static var validationMissingMandatoryPropertyError: CocoaError.Code { .validationMissingMandatoryProperty }

  /// A to-many relationship has too few destinations.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }

  /// A to-many relationship has too few destinations.
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }

  /// A to-many relationship has too many destinations.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }

  /// A to-many relationship has too many destinations.
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }

  /// An object was deleted although a relationship with the delete rule Deny is not empty.
  public static var validationRelationshipDeniedDelete: CocoaError.Code { .validationRelationshipDeniedDelete }

  /// An object was deleted although a relationship with the delete rule Deny is not empty.
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code { .validationRelationshipDeniedDelete }

  /// A number is greater than the allowed maximum.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }

  /// A number is greater than the allowed maximum.
  public static var validationNumberTooLargeError: CocoaError.Code { .validationNumberTooLarge }

  /// A number is less than the allowed minimum.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }

  /// A number is less than the allowed minimum.
  public static var validationNumberTooSmallError: CocoaError.Code { .validationNumberTooSmall }

  /// A date is later than the latest allowed date.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }

  /// A date is later than the latest allowed date.
  public static var validationDateTooLateError: CocoaError.Code { .validationDateTooLate }

  /// A date is earlier than the earliest allowed date.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }

  /// A date is earlier than the earliest allowed date.
  public static var validationDateTooSoonError: CocoaError.Code { .validationDateTooSoon }

  /// The value of a date attribute is not a valid date.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }

  /// The value of a date attribute is not a valid date.
  public static var validationInvalidDateError: CocoaError.Code { .validationInvalidDate }

  /// A string is longer than the allowed maximum.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }

  /// A string is longer than the allowed maximum.
  public static var validationStringTooLongError: CocoaError.Code { .validationStringTooLong }

  /// A string is shorter than the allowed minimum.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }

  /// A string is shorter than the allowed minimum.
  public static var validationStringTooShortError: CocoaError.Code { .validationStringTooShort }

  /// A string does not match the attribute's pattern.
  public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }

  /// A string does not match the attribute's pattern.
  public static var validationStringPatternMatchingError: CocoaError.Code { .validationStringPatternMatching }
}
