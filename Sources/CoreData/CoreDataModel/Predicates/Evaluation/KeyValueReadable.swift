/// An object whose properties a predicate can read by name outside a fetch.
package protocol KeyValueReadable {
  func value(forKey key: String) -> Any?
}

/// The keys of an entity that a predicate about objects in memory can read, as in `entity.name == "Track"`.
extension NSEntityDescription: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "managedObjectClassName": managedObjectClassName
    case "isAbstract", "abstract": isAbstract
    case "superentity": superentity
    default: nil
    }
  }
}

/// The keys of a fetched property that its predicate can read, as in `$FETCHED_PROPERTY.userInfo.search`.
extension NSPropertyDescription: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "entity": entity
    case "userInfo": userInfo
    default: nil
    }
  }
}

/// The key `length` of a string, which validation predicates read (`length >= 3`).
extension String: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    key == "length" ? utf16.count : nil
  }
}
