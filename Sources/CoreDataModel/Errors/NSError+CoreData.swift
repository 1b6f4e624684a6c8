import Foundation

extension NSError {
  /// An error of Core Data, in Apple's domain.
  ///
  /// - Parameters:
  ///   - code: one of the codes of `ErrorCodes`, or another of `NSCocoaErrorDomain`.
  ///   - description: one sentence that names what is wrong and, where it can, what would be right.
  ///   - underlying: the error that led to this one, SQLite's for example.
  ///   - details: more of the user info.
  package static func coreData(
    _ code: Int, _ description: String, underlying: (any Error)? = nil, details: [String: Any] = [:]
  ) -> NSError {
    var userInfo = details
    userInfo[NSLocalizedDescriptionKey] = description
    if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
  }

  /// An error of SQLite, in Apple's domain for them.
  ///
  /// - Parameters:
  ///   - resultCode: SQLite's extended result code.
  ///   - message: SQLite's message.
  package static func sqlite(_ resultCode: Int32, _ message: String) -> NSError {
    NSError(domain: NSSQLiteErrorDomain, code: Int(resultCode), userInfo: [NSLocalizedDescriptionKey: message])
  }

  /// An error about one property of an object.
  ///
  /// - Parameters:
  ///   - code: one of the validation codes.
  ///   - description: one sentence that names the entity, the property and the rule.
  ///   - object: the object that is not valid.
  ///   - key: the name of the property; nil when it is the object as a whole.
  ///   - value: the value that is not valid; nil leaves it out.
  package static func validation(
    _ code: Int, _ description: String, object: AnyObject, key: String?, value: Any? = nil, details: [String: Any] = [:]
  ) -> NSError {
    var details = details
    details[NSValidationObjectErrorKey] = object
    details[NSValidationKeyErrorKey] = key
    details[NSValidationValueErrorKey] = value
    return coreData(code, description, details: details)
  }

  /// The error for a list of errors: the only one itself, or one that gathers them under `NSDetailedErrorsKey`.
  ///
  /// - Parameters:
  ///   - errors: at least one error, in the order in which they were found.
  ///   - description: the sentence of the gathering error.
  package static func gathering(_ errors: [NSError], description: String) -> NSError {
    if let only = errors.first, errors.count == 1 { return only }
    return coreData(NSValidationMultipleErrorsError, description, details: [NSDetailedErrorsKey: errors])
  }
}
