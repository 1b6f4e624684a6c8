import Foundation

extension ClassLookup {
  /// The class with a name; nil if the program has none.
  ///
  /// A name without a module, or with a dot in place of the module, means the module that uses the model, like
  /// "Current Product Module" in Xcode. The modules are tried in this order: the program's, those of the bundle that
  /// has the model, and those whose classes the program has named.
  ///
  /// - Parameters:
  ///   - modules: the modules of the bundle that has the model.
  ///   - program: the possible modules of the program itself, which are tried first.
  static func objectClass(
    named name: String, of modules: [String], program: [String] = programModules
  ) -> NSManagedObject.Type? {
    if let found = certainClass(named: name, of: modules, program: program) { return found }
    let plain = plain(name)
    if let found = named.withLock({ $0[plain] }), let objectClass = found as? NSManagedObject.Type {
      return objectClass
    }
    return firstObjectClass(plain, modulesOfNamed)
  }

  /// The class with a name in the program, or in the bundle that has the model. Classes that the program has named
  /// are ignored.
  static func certainClass(
    named name: String, of modules: [String], program: [String] = programModules
  ) -> NSManagedObject.Type? {
    firstObjectClass(plain(name), program + modules)
  }

  /// Whether a class name that `certainClass` does not find means the class that the program has asked for.
  static func name(_ name: String, means names: NamedClasses.Names) -> Bool {
    let plain = plain(name)
    return plain == names.short || plain == names.whole
  }

  private static func firstObjectClass(_ plain: String, _ modules: [String]) -> NSManagedObject.Type? {
    for name in candidates(plain, modules) {
      if let found = exactClass(named: name), let objectClass = found as? NSManagedObject.Type { return objectClass }
    }
    return nil
  }
}

extension NSEntityDescription {
  /// The class that the model names for the entity's objects. Nil if the model names none, or if the program does not
  /// have the class.
  package var namedClass: NSManagedObject.Type? {
    let name: String = managedObjectClassName
    return name == "NSManagedObject" ? nil : ClassLookup.objectClass(named: name, of: model?.bundleModules ?? [])
  }

  /// Whether the entity's objects are of a class that the program has asked for, according to the class name in the
  /// model.
  ///
  /// If two classes have the same name in different modules, the requested one is meant, even if another thread
  /// requests the other one at the same time.
  package func names(_ objectClass: NSManagedObject.Type, called names: NamedClasses.Names) -> Bool {
    let name: String = managedObjectClassName
    if name == "NSManagedObject" { return false }
    if let certain = ClassLookup.certainClass(named: name, of: model?.bundleModules ?? []) {
      return certain == objectClass
    }
    return ClassLookup.name(name, means: names)
  }

  /// Checks that the objects of the entity and of its subentities are of a class, before any object is created.
  ///
  /// Without the check, a generic caller would trap at the first object of another class.
  ///
  /// - Parameters:
  ///   - type: the class that the caller wants.
  ///   - includesSubentities: whether the caller wants objects of subentities too.
  /// - Complexity: O(1); with subentities O(descendant entities).
  /// - Throws: `NSPersistentStoreOperationError` (134070), which names the first entity with another class, and that
  ///   class.
  package func requireObjects<T>(of type: T.Type, includesSubentities: Bool) throws {
    guard type != NSManagedObject.self, type is NSManagedObject.Type else { return }
    ClassLookup.note(type)
    var entities = [self]
    var index = 0
    while includesSubentities, index < entities.count {
      entities += entities[index].subentities
      index += 1
    }
    let wrong = entities.first { !$0.isAbstract && !(($0.namedClass ?? NSManagedObject.self) is T.Type) }
    if let wrong { throw wrong.classError(type) }
  }

  private func classError(_ type: Any.Type) -> NSError {
    let named: String = managedObjectClassName
    let reason =
      namedClass == nil && named != "NSManagedObject"
      ? "names the class \(named), which this program does not have, so that its objects are NSManagedObject"
      : "has objects of the class \(named)"
    return .coreData(
      NSPersistentStoreOperationError,
      "The entity \(name ?? "without a name") \(reason), and \(type) is asked for. "
        + "Set the entity's managedObjectClassName to \"\(String(reflecting: type))\", or fetch NSManagedObject.")
  }
}
