import Foundation

/// The keys that are read while a typed key path is applied to an object that has none.
final class KeyRecorder {
  /// An object on the way: its path, and the entity of its class, where that matters.
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
  ///   - answer: the value of the last one.
  init(_ root: NSManagedObject, _ entity: NSEntityDescription?, steps: Int, answer: Any?) {
    (self.steps, self.answer) = (steps, answer)
    places[ObjectIdentifier(root)] = Place(object: root, path: [], entity: entity)
  }

  /// The key path that was read, if nothing else was read but the keys on the way.
  var onePath: String? {
    guard let longest = paths.max(by: { $0.count < $1.count }), longest.count == steps, paths.count == steps,
      paths.allSatisfy({ longest.starts(with: $0) })
    else { return nil }
    return longest.joined(separator: ".")
  }

  /// The value of a property of an object on the way, or of the last one.
  func answer(of object: NSManagedObject, to key: String) -> Any? {
    // The value of the last property may be read on.
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

  /// Runs an accessor, which asks this recorder.
  func recording<Result>(_ body: () -> Result) -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return body()
  }

  private static let name = "CoreData.KeyRecorder"

  /// That of the current thread: it cannot be passed to an accessor otherwise.
  static var current: KeyRecorder? {
    get { Thread.current.threadDictionary[name] as? KeyRecorder }
    set { Thread.current.threadDictionary[name] = newValue }
  }
}
