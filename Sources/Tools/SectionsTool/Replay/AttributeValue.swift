import CoreData
import Foundation
import OrderedRows

/// Converts the JSON values of a script to values of attributes.
enum AttributeValue {
  /// - Throws: an error that names the entity, the attribute, its type and the JSON value.
  static func read(_ json: JSON, for attribute: NSAttributeDescription) throws -> Any? {
    if case .null = json { return nil }
    if let composite = attribute as? NSCompositeAttributeDescription, case .object(let members) = json {
      return try read(members, for: composite)
    }
    guard let value = convert(json, to: attribute.attributeType) else {
      let entity = attribute.entity.name ?? ""
      throw ToolError.data(
        "\(json.text) is no value for \(entity).\(attribute.name), \(expected(attribute.attributeType)).")
    }
    return value
  }

  /// Returns the dictionary of a composite attribute.
  private static func read(
    _ members: [(key: String, value: JSON)], for composite: NSCompositeAttributeDescription
  ) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for (key, value) in members {
      guard let element = composite.elements.first(where: { $0.name == key }) else {
        throw ToolError.data(
          "The composite attribute \(composite.name) has no element '\(key)'."
            + NearNames.question(for: key, among: composite.elements.map(\.name)))
      }
      values[key] = try read(value, for: element)
    }
    return values
  }

  private static func convert(_ json: JSON, to type: NSAttributeType) -> Any? {
    switch (type, json) {
    case (.stringAttributeType, .string(let text)): text
    case (.booleanAttributeType, .bool(let value)): NSNumber(value: value)
    case (.booleanAttributeType, .integer(let value)) where value == 0 || value == 1: NSNumber(value: value == 1)
    case (.integer16AttributeType, _): integer(json).flatMap { Int16(exactly: $0) }.map { NSNumber(value: Int64($0)) }
    case (.integer32AttributeType, _): integer(json).flatMap { Int32(exactly: $0) }.map { NSNumber(value: Int64($0)) }
    case (.integer64AttributeType, _): integer(json).map { NSNumber(value: $0) }
    case (.doubleAttributeType, _), (.floatAttributeType, _): number(json).map { NSNumber(value: $0) }
    case (.decimalAttributeType, .string(let text)):
      decimal(text)
    case (.decimalAttributeType, .integer(let value)): NSDecimalNumber(value: value)
    // Use the shortest text, which has the script's digits. The exact value of a `Double` has further digits.
    case (.decimalAttributeType, .number(let value)): decimal("\(value)".replacing("+", with: ""))
    case (.dateAttributeType, .string(let text)): date(text)
    case (.binaryDataAttributeType, .string(let text)), (.transformableAttributeType, .string(let text)):
      Data(base64Encoded: text)
    case (.UUIDAttributeType, .string(let text)): UUID(uuidString: text)
    case (.URIAttributeType, .string(let text)): URL(string: text)
    default: nil
    }
  }

  private static func integer(_ json: JSON) -> Int64? {
    switch json {
    case .integer(let value): value
    case .string(let text): Int64(text)
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  private static func number(_ json: JSON) -> Double? {
    switch json {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Returns a decimal number; nil if it has more digits than `Decimal` can hold, because Foundation would drop some.
  private static func decimal(_ text: String) -> NSDecimalNumber? {
    var digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
    while digits.last == "0" { digits.removeLast() }
    guard digits.count <= 38, let number = Decimal(exactly: text), digits.isEmpty || number != 0 else { return nil }
    return NSDecimalNumber(decimal: number)
  }

  /// Parses a text that is a date as a whole. Foundation would ignore text after a date, and read February 30 as March
  /// 2.
  static func date(_ text: String) -> Date? {
    let form = /(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d){0,2})/
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1), let month = Int(parts.2),
      let day = Int(parts.3), 1...12 ~= month, 1...days(in: month, of: year) ~= day, parts.4 < "24", parts.5 < "60",
      parts.6 < "60"
    else { return nil }
    return (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: .iso8601.time(includingFractionalSeconds: true)))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    // Before the calendar reform, each fourth year was a leap year.
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1583) ? 29 : 28
    default: 31
    }
  }

  private static func expected(_ type: NSAttributeType) -> String {
    switch type {
    case .stringAttributeType: "a string"
    case .booleanAttributeType: "true or false"
    case .integer16AttributeType: "a whole number from -32768 to 32767"
    case .integer32AttributeType: "a whole number from -2147483648 to 2147483647"
    case .integer64AttributeType: "a whole number of 64 bits"
    case .doubleAttributeType, .floatAttributeType: "a number"
    case .decimalAttributeType: "a decimal number of at most 38 digits, as a string"
    case .dateAttributeType: "an ISO 8601 date, as a string"
    case .binaryDataAttributeType, .transformableAttributeType: "data in base64"
    case .UUIDAttributeType: "a UUID, as a string"
    case .URIAttributeType: "a URI, as a string"
    case .compositeAttributeType: "an object with values of its elements"
    default: "which a script cannot set"
    }
  }
}
