import Foundation

extension ClassLookup {
  /// The class of a name; nil when the program has none.
  ///
  /// A name without a module, or with a dot where the module would be, means the module that uses the model, as
  /// "Current Product Module" does in Xcode: the program's, then that of the bundle that has the model, then one of
  /// those whose classes the program has named.
  ///
  /// - Parameters:
  ///   - modules: the modules that the model may belong to.
  ///   - program: the modules that the program may be called by, which are tried first.
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

  /// The class of a name, regardless of the classes that the program has named: the program's, or that of the bundle
  /// that has the model.
  static func certainClass(
    named name: String, of modules: [String], program: [String] = programModules
  ) -> NSManagedObject.Type? {
    firstObjectClass(plain(name), program + modules)
  }

  /// Whether a class name that `certainClass` does not resolve means a class that the program asks for.
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
  /// The class that the model names for the entity's objects; nil when it names none, or one that the program has not.
  package var namedClass: NSManagedObject.Type? {
    let name: String = managedObjectClassName
    return name == "NSManagedObject" ? nil : ClassLookup.objectClass(named: name, of: model?.bundleModules ?? [])
  }

  /// Whether the entity's objects are of a class that the program asks for, by the class that the model names.
  ///
  /// If two classes have the name without its module, the one that is asked for is meant, even if another thread asks
  /// for the other one at the same time.
  package func names(_ objectClass: NSManagedObject.Type, called names: NamedClasses.Names) -> Bool {
    let name: String = managedObjectClassName
    if name == "NSManagedObject" { return false }
    if let certain = ClassLookup.certainClass(named: name, of: model?.bundleModules ?? []) {
      return certain == objectClass
    }
    return ClassLookup.name(name, means: names)
  }

  /// Checks that the objects of the entity and of its subentities are of a class, before any is made.
  ///
  /// A generic caller would trap at the first object of another class.
  ///
  /// - Parameters:
  ///   - type: the class that the caller wants.
  ///   - includesSubentities: whether the caller wants objects of subentities too.
  /// - Complexity: O(1), with subentities O(entities below).
  /// - Throws: `NSPersistentStoreOperationError` (134070), naming the first entity of another class, and that class.
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
