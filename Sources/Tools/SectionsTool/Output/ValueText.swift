import CoreData
import Foundation

/// Formats values of attributes.
enum ValueText {
  /// Returns a value as JSON. Integers beyond 2^53 and decimals become strings, dates ISO 8601, data base64, and
  /// composite values objects.
  static func json(_ value: Any?) -> JSON {
    switch value {
    case nil: .null
    case let value as String: .string(value)
    case let value as NSDecimalNumber: .string("\(value)")
    case let value as NSNumber: number(value)
    case let value as Date: .string(Self.text(of: value))
    case let value as Data: .string(value.base64EncodedString())
    case let value as UUID: .string(value.uuidString)
    case let value as URL: .string(value.absoluteString)
    case let value as [String: Any]: .object(value.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    case let value?: .string("\(value)")
    }
  }

  /// Returns a value as text on one line. Data is described by its kind and size.
  static func text(_ value: Any?) -> String {
    switch value {
    case let data as Data: return text(of: data)
    case let members as [String: Any]: return text(of: members).printable
    default: break
    }
    return switch json(value) {
    case .string(let text): text.printable
    case .null: "–"
    case let json: json.plainText
    }
  }

  /// Describes data, as `JPEG, 2271 bytes`.
  static func text(of data: Data) -> String { "\(DataKind(of: data).name), \(ListTotals.count(data.count, "byte"))" }

  /// Returns a value of an attribute as text on one line. The type of the attribute saves casts, which take longer than
  /// the formatting.
  static func text(_ value: Any?, of type: NSAttributeType) -> String {
    switch type {
    case .stringAttributeType:
      if let value = value as? String { return value.printable }
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      if let value = value as? NSNumber { return String(value.int64Value) }
    default: break
    }
    return text(value)
  }

  /// Formats a composite value, as `latitude 52.5, place (city Berlin)`.
  private static func text(of members: [String: Any]) -> String {
    members.sorted { $0.key < $1.key }.map { key, value in
      switch value {
      case let inner as [String: Any]: "\(key) (\(text(of: inner)))"
      case let data as Data: "\(key) \(text(of: data))"
      default: "\(key) \(json(value).plainText)"
      }
    }.joined(separator: ", ")
  }

  static func text(of date: Date) -> String {
    date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
  }

  private static func number(_ value: NSNumber) -> JSON {
    switch value.objCType.pointee {
    case 0x63 /* c */, 0x42 /* B */: .bool(value.boolValue)
    case 0x64 /* d */, 0x66 /* f */: .number(value.doubleValue)
    default: .integer(value.int64Value)
    }
  }
}
