import Foundation

/// The classes that a program has named itself, as by a request for them.
struct NamedClasses {
  /// The name of a class.
  struct Names {
    /// Without the module and the types around it.
    let short: String
    /// With both.
    let whole: String

    init(of objectClass: NSManagedObject.Type) {
      short = String(describing: objectClass)
      whole = String(reflecting: objectClass)
    }
  }

  /// By their names with the module, and without.
  private var classes: [String: NSManagedObject.Type] = [:]
  /// Spelling the names of a class takes longer than making an object.
  private var names: [ObjectIdentifier: Names] = [:]
  /// The modules of the classes, in ascending order.
  private(set) var modules: [String] = []

  subscript(name: String) -> NSManagedObject.Type? { classes[name] }

  /// Records a class. Of two with one name, a name without the module means the one that was named last.
  ///
  /// - Returns: the names of the class.
  /// - Complexity: O(1), at the first call for a class O(modules).
  @discardableResult
  mutating func note(_ objectClass: NSManagedObject.Type) -> Names {
    let known = names[ObjectIdentifier(objectClass)]
    if let known, classes[known.short] == objectClass { return known }
    let names = known ?? Names(of: objectClass)
    self.names[ObjectIdentifier(objectClass)] = names
    // No entity is named after it.
    if objectClass == NSManagedObject.self { return names }
    classes[names.short] = objectClass
    classes[names.whole] = objectClass
    let module = String(names.whole.prefix { $0 != "." })
    if !modules.contains(module) { modules = (modules + [module]).sorted() }
    return names
  }
}
