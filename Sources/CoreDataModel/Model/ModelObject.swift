/// A managed object, as far as models and predicates know it. `NSManagedObject`, in the module above, conforms.
package protocol ModelObject: AnyObject {
  /// Whether the class is `NSManagedObject` itself, which no entity is named after.
  static var isBaseClass: Bool { get }

  /// The key, or the key path through to-one relationships, that a typed key path reads; nil if it reads none or
  /// several.
  static func key(readBy keyPath: AnyKeyPath) -> String?

  /// Whether a predicate holds for the object, as it does in a fetch of the object's entity.
  ///
  /// - Parameters:
  ///   - predicate: the predicate.
  ///   - variables: the values of its variables, by name.
  ///   - compilation: keeps the compiled predicate for the next object.
  func satisfies(
    _ predicate: PredicateSyntax, variables: [String: Any], compilation: KnownCompilation
  ) throws -> Bool

  /// - Throws: an error that names the entity, where the object has no such key.
  func requireKey(_ key: String) throws
}

extension AnyKeyPath {
  /// The key, or the key path through to-one relationships, that a typed key path of a managed object reads; nil if it
  /// reads none or several, and for a key path of another type.
  var recordedKey: String? { (Self.rootType as? any ModelObject.Type)?.key(readBy: self) }
}
