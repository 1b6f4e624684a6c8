import CoreData
import Foundation

/// The text of a search as predicates that a store can evaluate. It may be anywhere in a string or URI. Of numbers,
/// dates and other values it has to be the beginning of the displayed text.
struct SearchedText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether a search looks at values of a type.
  static func canFind(_ type: NSAttributeType) -> Bool {
    switch type {
    case .stringAttributeType, .URIAttributeType, .dateAttributeType, .booleanAttributeType, .UUIDAttributeType: true
    default: isNumber(type)
    }
  }

  private static func isNumber(_ type: NSAttributeType) -> Bool { isInteger(type) || isFraction(type) }

  private static func isInteger(_ type: NSAttributeType) -> Bool {
    [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType].contains(type)
  }

  private static func isFraction(_ type: NSAttributeType) -> Bool {
    [.doubleAttributeType, .floatAttributeType, .decimalAttributeType].contains(type)
  }

  /// The predicate for an attribute; nil if no value's text can match.
  func predicate(for attribute: NSAttributeDescription) -> NSPredicate? {
    let name = attribute.name
    switch attribute.attributeType {
    case .stringAttributeType, .URIAttributeType: return NSPredicate(format: "%K CONTAINS[cd] %@", name, text)
    case .booleanAttributeType:
      let word = text.lowercased()
      let value: Bool? = "true".hasPrefix(word) ? true : "false".hasPrefix(word) ? false : nil
      return value.map { NSPredicate(format: "%K == %@", name, NSNumber(value: $0)) }
    case .dateAttributeType:
      return DatePrefix(beginningWith: text).map {
        NSPredicate(format: "%K >= %@ AND %K < %@", name, $0.start, name, $0.end)
      }
    case .UUIDAttributeType: return uuids.map { NSPredicate(format: "%K >= %@ AND %K <= %@", name, $0, name, $1) }
    case let type where Self.isNumber(type):
      return NumberPrefix(beginningWith: text)?.predicate(for: name, isWhole: Self.isInteger(type))
    default: return nil
    }
  }

  /// The least and the greatest UUID whose text begins with the searched text.
  private var uuids: (least: UUID, greatest: UUID)? {
    let form = "00000000-0000-0000-0000-000000000000"
    // Foundation parses some texts that are not UUIDs.
    let isBeginning = zip(text, form).allSatisfy { $1 == "-" ? $0 == "-" : $0.isHexDigit }
    let rest = form.dropFirst(text.count)
    guard text.count <= form.count, isBeginning, let least = UUID(uuidString: text + rest),
      let greatest = UUID(uuidString: text + rest.replacing("0", with: "F"))
    else { return nil }
    return (least, greatest)
  }
}
