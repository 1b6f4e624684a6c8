/// An object whose properties a predicate reads by name, outside a fetch.
package protocol KeyValueReadable {
  func value(forKey key: String) -> Any?
}

/// Provides the keys of an entity that a predicate about objects in memory reads: `entity.name == "Track"`.
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

/// Provides what the predicate of a fetched property reads of the property: `$FETCHED_PROPERTY.userInfo.search`.
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

/// A string has a length, which validation predicates read (`length >= 3`).
extension String: KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    key == "length" ? utf16.count : nil
  }
}
