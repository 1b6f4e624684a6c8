import CoreData
import Foundation

/// The names of sections, and their titles in the index of a list.
enum SectionNames {
  /// The text at a key path of the section object, or else the text of its key.
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

  /// The letter under which an index lists a name. If the name does not begin with a letter of an alphabet, it is the
  /// first character in upper case; nil for an empty name.
  static func indexTitle(of name: String, in index: LetterIndex) -> String? {
    guard let first = name.first else { return nil }
    return index.alphabetLetter(for: name) ?? String(first).uppercased()
  }
}

extension NSManagedObject {
  /// The value at a key path that consists of to-one relationships and a property.
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
