import Foundation

extension Value {
  /// The value as a program sees it: numbers as `NSNumber`, decimals as `NSDecimalNumber`, a URI as `URL`. Nil for
  /// null, and for a reference, which needs a context.
  package func boxed(as type: NSAttributeType) -> Any? {
    switch self {
    case .null, .reference: nil
    case .int(let number):
      type == .booleanAttributeType ? NSNumber(value: number != 0) : NSNumber(value: number)
    case .double(let number):
      type == .floatAttributeType ? NSNumber(value: Float(number)) : NSNumber(value: number)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .string(let text): type == .URIAttributeType ? URL(string: text) : text
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .decimal(let box): NSDecimalNumber(decimal: box.number)
    case .opaque(let box): box.object
    }
  }

  /// Converts a value that a program has set; nil if it does not have the attribute's type. An integer that is too
  /// great for the attribute is accepted, but validation rejects it in a save.
  package init?(boxed value: Any, as type: NSAttributeType) {
    switch type {
    case .stringAttributeType:
      guard let text = value as? String else { return nil }
      self = .string(text)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      if let number = value as? Int {
        self = .int(Int64(number))
      } else if let number = value as? Int64 {
        self = .int(number)
      } else if let number = value as? NSNumber {
        self = .int(number.int64Value)
      } else {
        return nil
      }
    case .booleanAttributeType:
      guard let number = value as? NSNumber else { return nil }
      self = .int(number.boolValue ? 1 : 0)
    case .doubleAttributeType:
      guard let number = value as? Double ?? (value as? NSNumber)?.doubleValue else { return nil }
      self = .double(number)
    case .floatAttributeType:
      guard let number = value as? Float ?? (value as? NSNumber)?.floatValue else { return nil }
      self = .double(Double(number))
    case .decimalAttributeType:
      guard let number = Self.decimal(value) else { return nil }
      self = .decimal(number)
    case .dateAttributeType:
      guard let date = value as? Date else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    case .binaryDataAttributeType:
      guard let data = value as? Data else { return nil }
      self = .data(data)
    case .UUIDAttributeType:
      guard let uuid = value as? UUID else { return nil }
      self = .uuid(uuid)
    case .URIAttributeType:
      guard let url = value as? URL else { return nil }
      self = .string(url.absoluteString)
    case .transformableAttributeType:
      if let data = value as? Data { self = .data(data) } else { self = .opaque(OpaqueBox(value)) }
    case .undefinedAttributeType, .objectIDAttributeType: self = .opaque(OpaqueBox(value))
    // A composite attribute's elements hold the values.
    case .compositeAttributeType: return nil
    }
  }

  private static func decimal(_ value: Any) -> Decimal? {
    if let number = value as? Decimal { return number }
    if let number = value as? NSDecimalNumber { return number.decimalValue }
    guard let number = value as? NSNumber else { return nil }
    // Foundation traps at an infinite number.
    return number.doubleValue.isInfinite ? Decimal.nan : number.decimalValue
  }
}

extension NSAttributeType {
  /// Whether the attribute accepts values of any type.
  package var takesAnything: Bool {
    self == .transformableAttributeType || self == .undefinedAttributeType || self == .objectIDAttributeType
  }

  /// The kind of value that the type accepts, for messages.
  package var expectedValue: String {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "an integer"
    case .booleanAttributeType: "a Bool"
    case .doubleAttributeType, .floatAttributeType: "a number"
    case .decimalAttributeType: "an NSDecimalNumber"
    case .stringAttributeType: "a String"
    case .dateAttributeType: "a Date"
    case .binaryDataAttributeType: "Data"
    case .UUIDAttributeType: "a UUID"
    case .URIAttributeType: "a URL"
    case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType: "any value"
    case .compositeAttributeType: "a dictionary"
    }
  }
}
