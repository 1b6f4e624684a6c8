import Foundation

/// The classes that a program has used itself, for example by a request for them.
package struct NamedClasses {
  /// The two names of a class.
  package struct Names {
    /// The name without its module and enclosing types.
    package let short: String
    /// The name with its module and enclosing types.
    package let whole: String

    init(of objectClass: any ModelObject.Type) {
      short = String(describing: objectClass)
      whole = String(reflecting: objectClass)
    }
  }

  /// The classes by their names with and without module.
  private var classes: [String: any ModelObject.Type] = [:]
  /// Caches the names of classes, because computing them takes longer than creating an object.
  private var names: [ObjectIdentifier: Names] = [:]
  /// The modules of the classes, sorted.
  private(set) var modules: [String] = []

  package subscript(name: String) -> (any ModelObject.Type)? { classes[name] }

  /// Records a class. If classes have equal names without the module, the name then means the last recorded one.
  ///
  /// - Returns: the names of the class.
  /// - Complexity: O(1), at the first call for a class O(modules).
  @discardableResult
  mutating func note(_ objectClass: any ModelObject.Type) -> Names {
    let known = names[ObjectIdentifier(objectClass)]
    if let known, classes[known.short] == objectClass { return known }
    let names = known ?? Names(of: objectClass)
    self.names[ObjectIdentifier(objectClass)] = names
    // `NSManagedObject` is not recorded, because no entity has it as its own class.
    if objectClass.isBaseClass { return names }
    classes[names.short] = objectClass
    classes[names.whole] = objectClass
    let module = String(names.whole.prefix { $0 != "." })
    if !modules.contains(module) { modules = (modules + [module]).sorted() }
    return names
  }
}
