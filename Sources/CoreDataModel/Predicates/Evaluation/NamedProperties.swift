import Foundation

/// A type whose properties are read by their names: by predicates and expressions about its objects, and by the keys
/// and section key paths of managed objects.
///
/// On Apple platforms the Objective-C runtime finds a property by its name. Here a type says which it has:
///
///     extension Track: NamedProperties {
///       static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { [("title", \Track.title)] }
///     }
///
/// A class lists its subclasses' properties with its own. For the computed properties of managed objects
/// `CoreDataModelPlugin` writes such a list.
public protocol NamedProperties {
  /// The names, and the key paths that read the properties. Of two with one name that of the nearer class is read.
  static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { get }
}

/// The properties that a type, its superclasses and their modules have by name.
package struct NamedPropertyList: @unchecked Sendable {
  // Unchecked: a key path is never changed.
  private let keyPaths: [String: AnyKeyPath]

  private static let known = Protected<[ObjectIdentifier: NamedPropertyList]>([:])

  /// - Complexity: O(1), at the first call for a type O(properties that it and the modules of its classes list).
  package static func of(_ type: Any.Type) -> NamedPropertyList {
    let identifier = ObjectIdentifier(type)
    if let list = known.withLock({ $0[identifier] }) { return list }
    // Outside the lock: what a program's list does is not known.
    let list = NamedPropertyList(type)
    known.withLock { $0[identifier] = list }
    return list
  }

  private init(_ type: Any.Type) {
    var lists = (type as? any NamedProperties.Type)?.namedProperties ?? []
    // A type and its superclasses, by their distance.
    var distances: [ObjectIdentifier: Int] = [:]
    var modules: Set<String> = []
    var next: AnyClass? = type as? AnyClass
    if next == nil { distances[ObjectIdentifier(type)] = 0 }
    while let current = next {
      distances[ObjectIdentifier(current)] = distances.count
      let module = Self.module(of: current)
      if modules.insert(module).inserted { lists += Self.list(ofModule: module) }
      next = _getSuperclass(current)
    }
    var nearest: [String: (distance: Int, keyPath: AnyKeyPath)] = [:]
    for (name, keyPath) in lists {
      guard let distance = distances[ObjectIdentifier(Swift.type(of: keyPath).rootType)] else { continue }
      if let known = nearest[name], known.distance <= distance { continue }
      nearest[name] = (distance, keyPath)
    }
    keyPaths = nearest.mapValues(\.keyPath)
  }

  /// The properties that `CoreDataModelPlugin` listed for the managed objects of a module.
  private static func list(ofModule module: String) -> [(name: String, keyPath: AnyKeyPath)] {
    guard let found = ClassLookup.exactClass(named: "\(module).ManagedProperties_"),
      let list = found as? any NamedProperties.Type
    else { return [] }
    return list.namedProperties
  }

  private static func module(of type: AnyClass) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }

  var isEmpty: Bool { keyPaths.isEmpty }
  /// In their order.
  package var names: [String] { keyPaths.keys.sorted() }

  /// The name of the property that a key path reads; nil where it is not listed.
  ///
  /// - Complexity: O(properties).
  func name(of keyPath: AnyKeyPath) -> String? { keyPaths.first { $0.value == keyPath }?.key }

  /// The value of a property; nil where there is none of that name.
  package func value(_ name: String, of object: Any) -> Any?? {
    keyPaths[name].map { object[keyPath: $0].flattened }
  }
}
