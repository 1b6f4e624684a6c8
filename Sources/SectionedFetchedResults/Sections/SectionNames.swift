import CoreData
import Foundation

/// The names of sections, and of their entries in a list's index.
enum SectionNames {
  /// The value at a key path of the section object, otherwise the text of its key.
  static func name(of section: NSManagedObject?, key: GroupKey, keyPath: String?) -> String {
    guard let section else { return "" }
    guard let keyPath else {
      if case .object = key { return section.objectID.uriRepresentation().absoluteString }
      return key.description
    }
    return text(at: keyPath, of: section) ?? ""
  }

  /// The text of the value at a key path, nil when there is none.
  static func text(at keyPath: String, of section: NSManagedObject) -> String? {
    let key = GroupKey(section.value(atPath: keyPath))
    return key.isNone ? nil : key.description
  }

  /// The letter under which an index lists a name, or the first character as a capital if that is no letter of an
  /// alphabet; nil for an empty name.
  static func indexTitle(of name: String, in index: LetterIndex) -> String? {
    guard let first = name.first else { return nil }
    return index.alphabetLetter(for: name) ?? String(first).uppercased()
  }
}

extension NSManagedObject {
  /// The value at a key path of to-one relationships and a property.
  func value(atPath path: String) -> Any? {
    var object: NSManagedObject? = self
    var value: Any?
    for key in path.split(separator: ".") {
      value = object?.value(forKey: String(key))
      object = value as? NSManagedObject
    }
    return value
  }
}
