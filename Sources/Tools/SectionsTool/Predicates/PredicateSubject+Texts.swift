import CoreData
import Foundation

extension PredicateSubject {
  /// The value that replaces a constant compared with this subject.
  ///
  /// - Returns: nil if the constant can remain.
  /// - Throws: an error that names the subject, its type and the constant, and says what to write.
  func value(of constant: Any?) throws -> Any? {
    switch (self, constant) {
    case (.value(let type, let name), let text as String): return try Self.value(of: text, type, name)
    case (.value(let type, let name), let number as NSNumber):
      // Such a comparison would match nothing. For a date, a number means seconds.
      if [.UUIDAttributeType, .URIAttributeType, .binaryDataAttributeType].contains(type) {
        throw Self.mismatch("\(number)", type, name)
      }
      return nil
    case (.object(let entity, let name), let text as String):
      throw Self.noObject(Self.quoted(text), entity, name)
    case (.object(let entity, let name), let number as NSNumber): throw Self.noObject("\(number)", entity, name)
    default: return nil
    }
  }

  private static func value(of text: String, _ type: NSAttributeType, _ name: String) throws -> Any? {
    func required<Value>(_ value: Value?) throws -> Value {
      guard let value else { throw mismatch(quoted(text), type, name) }
      return value
    }
    switch type {
    case .dateAttributeType: return try required(WrittenDate.date(text))
    case .booleanAttributeType: return NSNumber(value: try required(booleans[text.lowercased()]))
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .decimalAttributeType:
      // Core Data converts the text with the precision of the attribute.
      _ = try required(Double(text).flatMap { $0.isNaN ? nil : $0 })
      return nil
    case .UUIDAttributeType: return try required(UUID(uuidString: text))
    case .URIAttributeType:
      // Core Data compares a URI as text.
      _ = try required(URL(string: text, encodingInvalidCharacters: false)?.scheme)
      return nil
    case .binaryDataAttributeType: throw mismatch(quoted(text), type, name)
    default: return nil
    }
  }

  private static let booleans = ["yes": true, "true": true, "1": true, "no": false, "false": false, "0": false]

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func mismatch(_ constant: String, _ type: NSAttributeType, _ name: String) -> ToolError {
    .request("\(name) is \(type.phrase), and \(constant) is none: write \(type.examples).")
  }

  private static func noObject(_ constant: String, _ entity: NSEntityDescription, _ name: String) -> ToolError {
    let title = ObjectTitle.attribute(of: entity)?.name
    let path = title.map { name == "SELF" ? $0 : "\(name.split(separator: "'").first ?? "").\($0)" }
    let hint = path.map { ", such as \($0)" } ?? ""
    return .request(
      "\(name) is an object, \(entity.name ?? ""), and \(constant) is none: name one of its attributes\(hint).")
  }
}

extension NSAttributeType {
  /// The type with its article, as `a Date`.
  fileprivate var phrase: String {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "an \(word)"
    case .binaryDataAttributeType: "data"
    default: "a \(word)"
    }
  }

  /// Examples of texts for values of the type, for an error.
  fileprivate var examples: String {
    switch self {
    case .dateAttributeType: #""2019-12-31" or "2019-12-31T18:30:00+01:00""#
    case .booleanAttributeType: "YES or NO"
    case .UUIDAttributeType: #"one such as "6ba7b810-9dad-11d1-80b4-00c04fd430c8""#
    case .URIAttributeType: #"an address such as "https://example.org/page""#
    case .binaryDataAttributeType: "nil, with == or !="
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "a whole number, such as 12"
    default: "a number, such as 12.5"
    }
  }
}

/// A date that a user writes in a predicate: ISO 8601, as in printed lists, or shorter.
enum WrittenDate {
  /// Parses a day, which means its first moment, or a day with a time. The time may lack seconds and a zone; the
  /// default zone is UTC.
  ///
  /// - Returns: nil if the whole text is no such date.
  static func date(_ text: String) -> Date? {
    let form = /(\d{4,}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?([Zz]|[+\-]\d\d(?::?\d\d){0,2})?)?/
    guard let parts = text.wholeMatch(of: form)?.output else { return nil }
    let time = parts.2.map { "\($0)\(parts.3 ?? ":00")" } ?? "00:00:00"
    return AttributeValue.date("\(parts.1)T\(time)\(parts.4?.uppercased() ?? "Z")")
  }
}
