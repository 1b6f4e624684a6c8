import Foundation

/// The classes that a program has named itself, as by a request for them.
package struct NamedClasses {
  /// The name of a class.
  package struct Names {
    /// Without the module and the types around it.
    package let short: String
    /// With both.
    package let whole: String

    init(of objectClass: any ModelObject.Type) {
      short = String(describing: objectClass)
      whole = String(reflecting: objectClass)
    }
  }

  /// By their names with the module, and without.
  private var classes: [String: any ModelObject.Type] = [:]
  /// Spelling the names of a class takes longer than making an object.
  private var names: [ObjectIdentifier: Names] = [:]
  /// The modules of the classes, in ascending order.
  private(set) var modules: [String] = []

  package subscript(name: String) -> (any ModelObject.Type)? { classes[name] }

  /// Records a class. Of two with one name, a name without the module means the one that was named last.
  ///
  /// - Returns: the names of the class.
  /// - Complexity: O(1), at the first call for a class O(modules).
  @discardableResult
  mutating func note(_ objectClass: any ModelObject.Type) -> Names {
    let known = names[ObjectIdentifier(objectClass)]
    if let known, classes[known.short] == objectClass { return known }
    let names = known ?? Names(of: objectClass)
    self.names[ObjectIdentifier(objectClass)] = names
    // No entity is named after it.
    if objectClass.isBaseClass { return names }
    classes[names.short] = objectClass
    classes[names.whole] = objectClass
    let module = String(names.whole.prefix { $0 != "." })
    if !modules.contains(module) { modules = (modules + [module]).sorted() }
    return names
  }
}
