/// An object whose properties a predicate reads by name, outside a fetch.
protocol KeyValueReadable {
  func value(forKey key: String) -> Any?
}

extension NSManagedObject: KeyValueReadable {}

/// Provides the keys of an entity that a predicate about objects in memory reads: `entity.name == "Track"`.
extension NSEntityDescription: KeyValueReadable {
  func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "managedObjectClassName": managedObjectClassName
    case "isAbstract", "abstract": isAbstract
    case "superentity": superentity
    default: nil
    }
  }
}

/// A string has a length, which validation predicates read (`length >= 3`).
extension String: KeyValueReadable {
  func value(forKey key: String) -> Any? {
    key == "length" ? utf16.count : nil
  }
}
