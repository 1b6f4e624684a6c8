import Foundation

/// Finds the class that a model names for an entity, with or without its module.
package enum ClassLookup {
  /// Classes that the program has named itself.
  package static let named = Protected(NamedClasses())
  private static let memo = Protected(ClassMemo())

  /// Records a class that the program names. A name without a module then means this class before any other, and a name
  /// that is found nowhere else may be in its module.
  package static func note(_ type: Any.Type) {
    guard let objectClass = type as? any ModelObject.Type, !objectClass.isBaseClass else { return }
    noteNames(of: objectClass)
  }

  /// Records a class, as `note(_:)` does, and returns its names.
  @discardableResult
  package static func noteNames(of objectClass: any ModelObject.Type) -> NamedClasses.Names {
    named.withLock { $0.note(objectClass) }
  }

  /// The modules of the classes that the program has named.
  package static var modulesOfNamed: [String] { named.withLock { $0.modules } }

  /// The class of a name, of whatever kind.
  ///
  /// - Parameter modules: the modules beside the program's that it may be in.
  package static func anyClass(named name: String, of modules: [String]) -> AnyClass? {
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
  package static func exactClass(named name: String) -> AnyClass? {
    let images = LoadedImages.count
    if let known = memo.withLock({ $0.known(name, images: images) }) { return known }
    // Outside the lock: the search takes long.
    let found: AnyClass? = NSClassFromString(name)
    memo.withLock { $0.keep(found, as: name, images: images) }
    return found
  }

  /// How often the whole program was searched for a name, with its module.
  static func searches(for name: String) -> Int { memo.withLock { $0.searches(for: name) } }

  /// A class name without the dot that stands for the program's module.
  package static func plain(_ name: String) -> String { name.hasPrefix(".") ? String(name.dropFirst()) : name }

  /// The names with a module that a class name may mean, the likeliest first.
  package static func candidates(_ name: String, _ modules: [String]) -> [String] {
    // Classes of this module were in CoreData before: programs and archives may name them so.
    if name.hasPrefix("CoreData.") { return [name, "CoreDataModel.\(name.dropFirst("CoreData.".count))"] }
    return [name] + (name.contains(".") ? [] : modules.map { "\($0).\(name)" })
  }

  /// The names that the program's module may have, by the names of its file and its process.
  package static let programModules = modules(
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
