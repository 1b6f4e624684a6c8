import Foundation

/// A type whose properties can be read by name. Predicates and expressions use the names, and so do keys and section
/// key paths of managed objects.
///
/// On Apple platforms the Objective-C runtime finds a property by its name. Here a type lists its properties:
///
///     extension Track: NamedProperties {
///       static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { [("title", \Track.title)] }
///     }
///
/// A class also lists the properties of its subclasses. `CoreDataModelPlugin` writes such a list for the computed
/// properties of managed objects.
public protocol NamedProperties {
  /// The names of the properties and the key paths that read them. If a name occurs twice, the property of the most
  /// derived class is read.
  static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { get }
}

/// The named properties of a type, its superclasses and their modules.
package struct NamedPropertyList: @unchecked Sendable {
  // Unchecked `Sendable`, because key paths are immutable.
  private let keyPaths: [String: AnyKeyPath]

  private static let known = Protected<[ObjectIdentifier: NamedPropertyList]>([:])

  /// The list of a type, which is created once for each type.
  ///
  /// - Complexity: O(1). The first call for a type takes O(properties that the type, its superclasses and their modules
  ///   list).
  package static func of(_ type: Any.Type) -> NamedPropertyList {
    let identifier = ObjectIdentifier(type)
    if let list = known.withLock({ $0[identifier] }) { return list }
    // Without the lock, because the getter of a program's list may do anything.
    let list = NamedPropertyList(type)
    known.withLock { $0[identifier] = list }
    return list
  }

  private init(_ type: Any.Type) {
    var lists = (type as? any NamedProperties.Type)?.namedProperties ?? []
    // The type and its superclasses, by their distance from the type.
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

  /// The properties that `CoreDataModelPlugin` has listed for the managed objects of a module.
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
  /// The names, sorted.
  package var names: [String] { keyPaths.keys.sorted() }

  /// The name of the property that a key path reads; nil if it is not listed.
  ///
  /// - Complexity: O(properties).
  func name(of keyPath: AnyKeyPath) -> String? { keyPaths.first { $0.value == keyPath }?.key }

  /// The value of a property, which may be nil. The outer optional is nil if there is no property of that name.
  package func value(_ name: String, of object: Any) -> Any?? {
    keyPaths[name].map { object[keyPath: $0].flattened }
  }
}
