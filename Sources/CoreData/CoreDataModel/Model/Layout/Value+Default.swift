import Foundation

extension Value {
  /// Converts an attribute's default value to its stored form; nil if it does not fit the attribute's type.
  init?(default value: Any?, of type: NSAttributeType) {
    guard let value else {
      self = .null
      return
    }
    switch type {
    case .booleanAttributeType:
      if let value = value as? Bool {
        self = .int(value ? 1 : 0)
      } else if let number = value as? NSNumber {
        self = .int(number.boolValue ? 1 : 0)
      } else {
        return nil
      }
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      guard let number = Self.integer(value), type.integerRange.contains(number) else { return nil }
      self = .int(number)
    case .doubleAttributeType, .floatAttributeType:
      guard let number = value as? Double ?? (value as? NSNumber)?.doubleValue, !number.isNaN else { return nil }
      self = .double(type == .floatAttributeType ? Double(Float(number)) : number)
    case .decimalAttributeType:
      guard let number = Self.decimal(value), !number.isNaN else { return nil }
      self = .decimal(number)
    case .dateAttributeType:
      guard let date = value as? Date ?? (value as? NSDate).map({ $0 as Date }) else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    case .stringAttributeType:
      guard let text = value as? String ?? (value as? NSString).map({ $0 as String }) else { return nil }
      self = .string(text)
    case .URIAttributeType:
      guard let url = value as? URL ?? (value as? NSURL).map({ $0 as URL }) else { return nil }
      self = .string(url.absoluteString)
    case .UUIDAttributeType:
      guard let uuid = value as? UUID ?? (value as? NSUUID).map({ $0 as UUID }) else { return nil }
      self = .uuid(uuid)
    case .binaryDataAttributeType:
      guard let data = value as? Data ?? (value as? NSData).map({ $0 as Data }) else { return nil }
      self = .data(data)
    case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType:
      self = .opaque(OpaqueBox(value))
    // A composite attribute has no default of its own; its elements have.
    case .compositeAttributeType: return nil
    }
  }

  private static func integer(_ value: Any) -> Int64? {
    if let value = value as? any BinaryInteger { return Int64(exactly: value) }
    if let value = value as? Bool { return value ? 1 : 0 }
    return (value as? NSNumber)?.int64Value
  }

  private static func decimal(_ value: Any) -> Decimal? {
    if let value = value as? Decimal { return value }
    if let value = value as? NSDecimalNumber { return value as Decimal }
    if let value = value as? any BinaryInteger { return Int64(exactly: value).map { Decimal($0) } }
    if let value = value as? Double { return StoredDecimal.number(value) }
    return (value as? NSNumber)?.decimalValue
  }
}

extension NSAttributeType {
  /// The range of values that an integer attribute can hold.
  package var integerRange: ClosedRange<Int64> {
    switch self {
    case .integer16AttributeType: Int64(Int16.min)...Int64(Int16.max)
    case .integer32AttributeType: Int64(Int32.min)...Int64(Int32.max)
    default: Int64.min...Int64.max
    }
  }
}
