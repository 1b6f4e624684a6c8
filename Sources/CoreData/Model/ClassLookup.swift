import Foundation

/// Finds the class that a model names for an entity, with or without its module.
enum ClassLookup {
  /// Classes that the program has named itself.
  private static let named = Protected(NamedClasses())
  private static let memo = Protected(ClassMemo())

  /// Records a class that the program names. A name without a module then means this class before any other, and a name
  /// that is found nowhere else may be in its module.
  static func note(_ type: Any.Type) {
    guard type != NSManagedObject.self, let objectClass = type as? NSManagedObject.Type else { return }
    noteNames(of: objectClass)
  }

  /// Records a class, as `note(_:)` does, and returns its names.
  @discardableResult
  static func noteNames(of objectClass: NSManagedObject.Type) -> NamedClasses.Names {
    named.withLock { $0.note(objectClass) }
  }

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
    if let found = named.withLock({ $0[plain] }) { return found }
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

  private static var modulesOfNamed: [String] { named.withLock { $0.modules } }

  /// The class of a name, of whatever kind.
  ///
  /// - Parameter modules: the modules beside the program's that it may be in.
  static func anyClass(named name: String, of modules: [String]) -> AnyClass? {
    for name in candidates(plain(name), programModules + modules + modulesOfNamed) {
      if let found = exactClass(named: name) { return found }
    }
    return nil
  }

  /// The class of a name with its module.
  ///
  /// Never cast the result of `NSClassFromString`, an optional: optimized code casts its nil as if it were a class, and
  /// crashes. Unwrap the result of this function before you cast it.
  ///
  /// - Complexity: O(1). The whole program is searched for a name at its first lookup, and for a name that was not
  ///   found again after another library was loaded.
  static func exactClass(named name: String) -> AnyClass? {
    let images = LoadedImages.count
    if let known = memo.withLock({ $0.known(name, images: images) }) { return known }
    // Outside the lock: the search takes long.
    let found: AnyClass? = NSClassFromString(name)
    memo.withLock { $0.keep(found, as: name, images: images) }
    return found
  }

  /// How often the whole program was searched for a name, with its module.
  static func searches(for name: String) -> Int { memo.withLock { $0.searches(for: name) } }

  private static func plain(_ name: String) -> String { name.hasPrefix(".") ? String(name.dropFirst()) : name }

  private static func candidates(_ name: String, _ modules: [String]) -> [String] {
    [name] + (name.contains(".") ? [] : modules.map { "\($0).\(name)" })
  }

  /// The names that the program's module may have, by the names of its file and its process.
  static let programModules = modules(
    ofProgram: Bundle.main.executableURL, process: ProcessInfo.processInfo.processName)

  static func modules(ofProgram file: URL?, process: String) -> [String] {
    [file?.deletingPathExtension().lastPathComponent, process].compactMap { $0 }.map(moduleName)
  }

  /// The names that the modules of the bundles around a file may have, from the inside out.
  ///
  /// A package calls the bundle of a module `Package_Module.resources`; each name may have underscores of its own.
  static func modules(ofBundlesAround url: URL) -> [String] {
    let bundles = url.standardizedFileURL.pathComponents.reversed().map { URL(fileURLWithPath: $0) }.filter {
      ["resources", "bundle", "framework", "app", "appex", "xctest"].contains($0.pathExtension)
    }
    return bundles.flatMap { bundle -> [String] in
      let parts = moduleName(bundle.deletingPathExtension().lastPathComponent)
        .split(separator: "_", omittingEmptySubsequences: false)
      return parts.indices.dropFirst().map { parts[$0...].joined(separator: "_") } + [parts.joined(separator: "_")]
    }
  }

  /// Converts a file's name to a module's name: characters that no identifier may have become underscores.
  private static func moduleName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}

extension NSEntityDescription {
  /// The class that the model names for the entity's objects; nil when it names none, or one that the program has not.
  var namedClass: NSManagedObject.Type? {
    let name: String = managedObjectClassName
    return name == "NSManagedObject" ? nil : ClassLookup.objectClass(named: name, of: model?.bundleModules ?? [])
  }

  /// Whether the entity's objects are of a class that the program asks for, by the class that the model names.
  ///
  /// If two classes have the name without its module, the one that is asked for is meant, even if another thread asks
  /// for the other one at the same time.
  func names(_ objectClass: NSManagedObject.Type, called names: NamedClasses.Names) -> Bool {
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
