import Foundation

/// A key that neither an object's entity nor its class has: an error for who asks on a program's behalf, a trap for a
/// program that asks itself.
enum UndefinedKey {
  /// Of the thread: the error that was met; nil where nobody wants to know.
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

  /// Says that an object has no such key.
  static func met(_ key: String, by object: NSManagedObject) {
    let layout = object.kind.layout
    guard let found else { fatalError("The entity \(layout.name) has no property \"\(key)\".") }
    let keys = layout.propertyNames.sorted().joined(separator: ", ")
    found.error.withLock {
      $0 = .coreData(
        NSCoreDataError,
        "\(layout.name) has no property \(key); it has \(keys.isEmpty ? "none" : keys). Where \(key) is a property of "
          + "the class \(type(of: object)), list it: see NamedProperties.")
    }
  }
}

extension NSManagedObject {
  final func undefinedValue(_ key: String) -> Any? {
    UndefinedKey.met(key, by: self)
    return nil
  }
}
