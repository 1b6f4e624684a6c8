import Foundation

extension NSManagedObject {
  final func valueAlong(_ keyPath: String) -> Any? {
    let (key, rest) = Self.firstStep(of: keyPath)
    if key == "self" || key == "SELF" { return rest.isEmpty ? self : valueAlong(rest) }
    let value = value(forKey: key)
    return rest.isEmpty ? value : Self.follow(rest, from: value)
  }

  private static func follow(_ keyPath: String, from value: Any?) -> Any? {
    switch value {
    case let object as NSManagedObject: return object.valueAlong(keyPath)
    case let set as NSOrderedSet:
      let elements = set.array
      return keyPath == "@count" ? NSNumber(value: elements.count) : NSOrderedSet(array: values(keyPath, of: elements))
    case let set as NSSet:
      let elements = set.allObjects
      return keyPath == "@count" ? NSNumber(value: elements.count) : NSSet(array: values(keyPath, of: elements))
    case nil: return nil
    case let readable as any KeyValueReadable:
      let (key, rest) = firstStep(of: keyPath)
      let value = readable.value(forKey: key)
      return rest.isEmpty ? value : follow(rest, from: value)
    default: fatalError("The key path goes on with \"\(keyPath)\" where there is a value, not an object.")
    }
  }

  private static func values(_ keyPath: String, of elements: [Any]) -> [Any] {
    // Foundation's sets keep equal Swift values apart when they are made of an array.
    var seen = Set<AnyHashable>()
    return elements.flatMap { element -> [Any] in
      switch follow(keyPath, from: element) {
      case nil: []
      // Sets of sets are united, as in any key path.
      case let set as NSOrderedSet: set.array
      case let set as NSSet: set.allObjects
      case let value?: [value]
      }
    }.filter { ($0 as? AnyHashable).map { seen.insert($0).inserted } ?? true }
  }

  final func setValueAlong(_ keyPath: String, _ value: Any?) {
    let (key, rest) = Self.firstStep(of: keyPath)
    if rest.isEmpty { return setValue(value, forKey: key) }
    guard let next = self.value(forKey: key) else { return }
    guard let object = next as? NSManagedObject else {
      fatalError("\(propertyName(slot(named: key))) is no to-one relationship: nothing can be set through it.")
    }
    object.setValueAlong(rest, value)
  }

  private static func firstStep(of keyPath: String) -> (key: String, rest: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return (keyPath, "") }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }
}
