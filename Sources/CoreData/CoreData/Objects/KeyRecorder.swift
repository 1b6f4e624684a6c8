import Foundation

/// Records the keys that are read while a typed key path is applied to a dummy object without properties.
final class KeyRecorder {
  /// A dummy object that the key path reaches, its path, and its entity if the path goes on from it.
  private struct Place {
    let object: NSManagedObject
    let path: [String]
    let entity: NSEntityDescription?
  }

  private(set) var paths: Set<[String]> = []
  private var places: [ObjectIdentifier: Place] = [:]
  private let steps: Int
  private let answer: Any?

  /// - Parameters:
  ///   - root: the object that the key path is applied to.
  ///   - entity: its entity; nil for a key path of one step.
  ///   - steps: the number of properties in the key path.
  ///   - answer: the value that the last property returns.
  init(_ root: NSManagedObject, _ entity: NSEntityDescription?, steps: Int, answer: Any?) {
    (self.steps, self.answer) = (steps, answer)
    places[ObjectIdentifier(root)] = Place(object: root, path: [], entity: entity)
  }

  /// The key path that was read; nil unless exactly its keys, from the first to the last, were read.
  var onePath: String? {
    guard let longest = paths.max(by: { $0.count < $1.count }), longest.count == steps, paths.count == steps,
      paths.allSatisfy({ longest.starts(with: $0) })
    else { return nil }
    return longest.joined(separator: ".")
  }

  /// The value that a dummy object returns for a property: another dummy object or a neutral value, or `answer` for
  /// the last property.
  func answer(of object: NSManagedObject, to key: String) -> Any? {
    // The accessor read a key of another object, for example of the last property's value, so this is not a plain key
    // path.
    guard let place = places[ObjectIdentifier(object)] else {
      paths.insert(["", key])
      return nil
    }
    let path = place.path + [key]
    paths.insert(path)
    if path.count == steps { return answer }
    switch place.entity?.propertiesByName[key] {
    case let attribute as NSAttributeDescription: return KeyRecording.neutralValue(of: attribute)
    case let relationship as NSRelationshipDescription:
      if relationship.isToMany { return relationship.isOrdered ? NSOrderedSet() : Set<NSManagedObject>() }
      guard let entity = relationship.destinationEntity else { return nil }
      let next = KeyRecording.recording(ObjectKind.objectClass(of: entity))
      places[ObjectIdentifier(next)] = Place(object: next, path: path, entity: entity)
      return next
    default: return nil
    }
  }

  /// Runs an accessor while this recorder answers its reads.
  func recording<Result>(_ body: () -> Result) -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return body()
  }

  private static let name = "CoreData.KeyRecorder"

  /// The recorder of the current thread. There is no other way to pass it to an accessor.
  static var current: KeyRecorder? {
    get { Thread.current.threadDictionary[name] as? KeyRecorder }
    set { Thread.current.threadDictionary[name] = newValue }
  }
}
