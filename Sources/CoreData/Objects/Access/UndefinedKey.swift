import Foundation

/// A key that neither an object's entity nor its class has: an error for who asks on a program's behalf, a trap for a
/// program that asks itself.
enum UndefinedKey {
  /// The current task's record of the error; nil outside `checking`.
  @TaskLocal private static var found: Found?

  private final class Found: Sendable {
    let error = Protected<NSError?>(nil)
  }

  /// Reads by key.
  ///
  /// - Throws: 134060 (`NSCoreDataError`), naming the class and the key that it does not have.
  static func checking<Result>(_ read: () -> Result) throws -> Result {
    let found = Found()
    let result = $found.withValue(found) { read() }
    if let error = found.error.withLock({ $0 }) { throw error }
    return result
  }

  /// Reports that an object has no such key.
  static func met(_ key: String, by object: NSManagedObject) {
    let text = object.kind.layout.noProperty(key) + hint(key, type(of: object))
    guard let found else { fatalError(text) }
    found.error.withLock { $0 = .coreData(NSCoreDataError, text) }
  }

  /// The remedy where the key may be a property of the object's class, which is read by name only if it is listed.
  private static func hint(_ key: String, _ objectClass: NSManagedObject.Type) -> String {
    objectClass == NSManagedObject.self
      ? "" : " If \(key) is a property of the class \(objectClass), list it: see NamedProperties."
  }
}

extension NSManagedObject {
  final func undefinedValue(_ key: String) -> Any? {
    UndefinedKey.met(key, by: self)
    return nil
  }
}
