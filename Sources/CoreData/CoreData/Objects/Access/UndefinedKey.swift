import Foundation

/// A key that neither an object's entity nor its class has. It is an error for code that reads values on behalf of a
/// program, and a trap for a program that reads the value itself.
enum UndefinedKey {
  /// The record of the current task's error; nil outside `checking`.
  @TaskLocal private static var found: Found?

  private final class Found: Sendable {
    let error = Protected<NSError?>(nil)
  }

  /// Runs a block that reads values by key.
  ///
  /// - Throws: 134060 (`NSCoreDataError`), which names the class and the unknown key.
  static func checking<Result>(_ read: () -> Result) throws -> Result {
    let found = Found()
    let result = $found.withValue(found) { read() }
    if let error = found.error.withLock({ $0 }) { throw error }
    return result
  }

  /// Reports that an object does not have a key.
  static func met(_ key: String, by object: NSManagedObject) {
    let text = object.kind.layout.noProperty(key) + hint(key, type(of: object))
    guard let found else { fatalError(text) }
    found.error.withLock { $0 = .coreData(NSCoreDataError, text) }
  }

  /// Advice if the key may be a property of the object's class, because such a property is found by name only if it
  /// is listed.
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
