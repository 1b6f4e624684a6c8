import CoreData
import Foundation

/// A JSON value. Objects keep the order of their keys, so that the output has the documented order.
enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  static func == (left: JSON, right: JSON) -> Bool { left.text == right.text }

  /// The value of an object's key; nil if there is no such key, or the value is no object.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The JSON text on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += Self.isExact(value) ? String(value) : "\"\(value)\""
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Whether a JSON reader can represent an integer exactly. Most readers round integers beyond 2^53, so these are
  /// written as strings.
  private static func isExact(_ value: Int64) -> Bool { value.magnitude <= 1 << 53 }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Each of these scalars has at most four hexadecimal digits.
      case _ where scalar.isObeyed:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON {
  static func integer(_ value: Int) -> JSON { .integer(Int64(value)) }

  /// The value with the keys of all objects in alphabetical order.
  var sorted: JSON {
    switch self {
    case .array(let values): .array(values.map(\.sorted))
    case .object(let members): .object(members.map { ($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
    default: self
    }
  }

  /// A string, or null for nil.
  static func optional(_ string: String?) -> JSON { string.map(JSON.string) ?? .null }
}

extension JSON {
  /// Encodes a value as JSON, with the keys of all objects in alphabetical order.
  init(encoding value: some Encodable) throws {
    self = try JSON(parsing: JSONEncoder().encode(value)).sorted
  }
}
