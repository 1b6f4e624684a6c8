import CoreData
import Foundation

/// The key by which items and sections are matched: a value with its type, never its text. `1`, `"1"` and `true` are
/// three keys. Two Unicode encodings of one word are two keys.
///
/// Large cases are indirect to keep keys small, because there is a key for each section and most keys are an
/// identifier, a text or a number.
package enum GroupKey: Hashable, Sendable {
  /// No value. Matches no section.
  case none
  case string(KeyText)
  case integer(Int64)
  case boolean(Bool)
  case real(Double)
  indirect case decimal(Decimal)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case uuid(UUID)
  case uri(URL)
  case data(Data)
  /// The section object itself, by its token. All objects that are compared as keys have the same root entity.
  case object(ItemToken)
  /// A value of a type that Core Data does not store, by its description.
  indirect case other(type: String, text: String)
}

extension GroupKey {
  /// Makes a key from a property value, as `value(forKey:)` returns it.
  ///
  /// - Parameter isBoolean: whether the attribute is Boolean, because a number does not always show it.
  package init(_ value: Any?, isBoolean: Bool = false) {
    switch value {
    case nil, is NSNull: self = .none
    case let value as String: self = .string(KeyText(value))
    case let value as UUID: self = .uuid(value)
    case let value as URL: self = .uri(value)
    case let value as Date: self = .date(value.timeIntervalSinceReferenceDate)
    case let value as Data: self = .data(value)
    case let value as NSManagedObject: self = .uri(value.objectID.uriRepresentation())
    case let value as NSManagedObjectID: self = .uri(value.uriRepresentation())
    case let value as NSDecimalNumber: self = .decimal(value.decimalValue)
    case let value as Decimal: self = .decimal(value)
    case let value as Bool where isBoolean: self = .boolean(value)
    case let value as Int64: self = isBoolean ? .boolean(value != 0) : .integer(value)
    case let value as Int: self = isBoolean ? .boolean(value != 0) : .integer(Int64(value))
    case let value as Int32: self = .integer(Int64(value))
    case let value as Int16: self = .integer(Int64(value))
    case let value as Double: self = .real(value)
    case let value as Float: self = .real(Double(value))
    case let value as Bool: self = .boolean(value)
    case let value?: self = .other(type: "\(type(of: value))", text: "\(value)")
    }
  }

  package var isNone: Bool { self == .none }
}

extension GroupKey: CustomStringConvertible {
  /// The value as text. It is the name of a section that has no name of its own.
  package var description: String {
    switch self {
    case .none: ""
    case .string(let value): value.text
    case .integer(let value): "\(value)"
    case .boolean(let value): value ? "1" : "0"
    case .real(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .date(let value): Date(timeIntervalSinceReferenceDate: value).formatted(.iso8601)
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    case .data(let value): value.base64EncodedString()
    // If the object is available, its URI is used instead.
    case .object(let value): "\(value)"
    case .other(_, let text): text
    }
  }
}
