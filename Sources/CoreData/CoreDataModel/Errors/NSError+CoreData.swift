import Foundation

extension NSError {
  /// Creates an error of Core Data, in Apple's domain.
  ///
  /// - Parameters:
  ///   - code: one of the codes of `ErrorCodes`, or another of `NSCocoaErrorDomain`.
  ///   - description: one sentence that says what is wrong and, if possible, what would be right.
  ///   - underlying: the error that caused this one, for example SQLite's.
  ///   - details: further entries of the user info.
  package static func coreData(
    _ code: Int, _ description: String, underlying: (any Error)? = nil, details: [String: Any] = [:]
  ) -> NSError {
    var userInfo = details
    userInfo[NSLocalizedDescriptionKey] = description
    if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
  }

  /// Creates an error of SQLite, in Apple's domain for SQLite errors.
  ///
  /// - Parameters:
  ///   - resultCode: SQLite's extended result code.
  ///   - message: SQLite's message.
  package static func sqlite(_ resultCode: Int32, _ message: String) -> NSError {
    NSError(domain: NSSQLiteErrorDomain, code: Int(resultCode), userInfo: [NSLocalizedDescriptionKey: message])
  }

  /// Creates an error about an object or one of its properties.
  ///
  /// - Parameters:
  ///   - code: one of the validation codes.
  ///   - description: one sentence that names the entity, the property and the rule.
  ///   - object: the object that is not valid.
  ///   - key: the name of the property; nil if the error is about the whole object.
  ///   - value: the invalid value; nil to omit it.
  package static func validation(
    _ code: Int, _ description: String, object: AnyObject, key: String?, value: Any? = nil, details: [String: Any] = [:]
  ) -> NSError {
    var details = details
    details[NSValidationObjectErrorKey] = object
    details[NSValidationKeyErrorKey] = key
    details[NSValidationValueErrorKey] = value
    return coreData(code, description, details: details)
  }

  /// Combines errors. A single error is returned unchanged; several are combined under `NSDetailedErrorsKey`.
  ///
  /// - Parameters:
  ///   - errors: at least one error, in the order in which they were found.
  ///   - description: the description of the combined error.
  package static func gathering(_ errors: [NSError], description: String) -> NSError {
    if let only = errors.first, errors.count == 1 { return only }
    return coreData(NSValidationMultipleErrorsError, description, details: [NSDetailedErrorsKey: errors])
  }
}
