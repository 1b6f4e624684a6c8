import Foundation

/// Finds the class that a model names for an entity, with or without its module.
package enum ClassLookup {
  /// The classes that the program itself has passed.
  package static let named = Protected(NamedClasses())
  private static let memo = Protected(ClassMemo())

  /// Records a class that the program uses. From then on a name without a module means this class first, and other
  /// names are also searched in its module.
  package static func note(_ type: Any.Type) {
    guard let objectClass = type as? any ModelObject.Type, !objectClass.isBaseClass else { return }
    noteNames(of: objectClass)
  }

  /// Records a class as `note(_:)` does, and returns its names.
  @discardableResult
  package static func noteNames(of objectClass: any ModelObject.Type) -> NamedClasses.Names {
    named.withLock { $0.note(objectClass) }
  }

  /// The modules of the recorded classes.
  package static var modulesOfNamed: [String] { named.withLock { $0.modules } }

  /// The class with a name, of any kind.
  ///
  /// - Parameter modules: further modules to search, in addition to the program's module.
  package static func anyClass(named name: String, of modules: [String]) -> AnyClass? {
    for name in candidates(plain(name), programModules + modules + modulesOfNamed) {
      if let found = exactClass(named: name) { return found }
    }
    return nil
  }

  /// The class with a name that includes the module.
  ///
  /// Always unwrap the result before you cast it. Optimized code crashes if it casts the optional result of
  /// `NSClassFromString`, because it treats nil as a class.
  ///
  /// - Complexity: O(1). The first lookup of a name searches the whole program. So does a lookup of a name that was not
  ///   found, if another library was loaded since.
  package static func exactClass(named name: String) -> AnyClass? {
    let images = LoadedImages.count
    if let known = memo.withLock({ $0.known(name, images: images) }) { return known }
    // Search without the lock, because the search takes long.
    let found: AnyClass? = NSClassFromString(name)
    memo.withLock { $0.keep(found, as: name, images: images) }
    return found
  }

  /// The number of times that the whole program was searched for a name with a module.
  static func searches(for name: String) -> Int { memo.withLock { $0.searches(for: name) } }

  /// A class name without a leading dot, which stands for the program's module.
  package static func plain(_ name: String) -> String { name.hasPrefix(".") ? String(name.dropFirst()) : name }

  /// The names with modules that a class name may mean, the likeliest first.
  package static func candidates(_ name: String, _ modules: [String]) -> [String] {
    // The classes of this module used to be in `CoreData`, so programs and archives may still use that module's name.
    if name.hasPrefix("CoreData.") { return [name, "CoreDataModel.\(name.dropFirst("CoreData.".count))"] }
    return [name] + (name.contains(".") ? [] : modules.map { "\($0).\(name)" })
  }

  /// The possible names of the program's module, derived from the names of its file and its process.
  package static let programModules = modules(
    ofProgram: Bundle.main.executableURL, process: ProcessInfo.processInfo.processName)

  static func modules(ofProgram file: URL?, process: String) -> [String] {
    [file?.deletingPathExtension().lastPathComponent, process].compactMap { $0 }.map(moduleName)
  }

  /// The possible names of the modules whose bundles contain a file, innermost first.
  ///
  /// SwiftPM names a module's bundle `Package_Module.resources`. Both names may contain underscores, so each split is
  /// tried.
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

  /// Converts a file name to a module name. Characters that are not allowed in identifiers become underscores.
  private static func moduleName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
