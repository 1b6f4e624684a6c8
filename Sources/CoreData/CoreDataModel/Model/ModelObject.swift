/// The part of a managed object that models and predicates use. `NSManagedObject` in `CoreData` conforms to it.
package protocol ModelObject: AnyObject {
  /// Whether the class is `NSManagedObject` itself, which no entity has as its own class.
  static var isBaseClass: Bool { get }

  /// The key, or the key path through to-one relationships, that a typed key path reads. Nil if it reads no key or
  /// several.
  static func key(readBy keyPath: AnyKeyPath) -> String?

  /// Whether the object satisfies a predicate, as in a fetch of the object's entity.
  ///
  /// - Parameters:
  ///   - predicate: the predicate.
  ///   - variables: the values of its variables, by name.
  ///   - compilation: caches the compiled predicate for the next object.
  func satisfies(
    _ predicate: PredicateSyntax, variables: [String: Any], compilation: KnownCompilation
  ) throws -> Bool

  /// - Throws: an error that names the entity, if the object has no such key.
  func requireKey(_ key: String) throws
}

extension AnyKeyPath {
  /// The key, or the key path through to-one relationships, that a typed key path of a managed object reads. Nil if it
  /// reads no key or several, and for key paths of other types.
  var recordedKey: String? { (Self.rootType as? any ModelObject.Type)?.key(readBy: self) }
}
