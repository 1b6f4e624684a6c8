import Foundation

/// Reads archived plain values: texts, numbers, dates, data, UUIDs and URLs.
enum ArchivedValue {
  /// The value of a reference; nil if its class is not one of Foundation's value classes.
  static func value(_ reference: Int, in archive: KeyedArchive) -> Any? {
    guard reference != KeyedArchive.null, let plain = try? archive.plain(reference) else { return nil }
    switch plain {
    case .bool(let flag): return NSNumber(value: flag)
    case .integer(let number): return NSNumber(value: number)
    case .real(let number): return NSNumber(value: number)
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): return data
    case .string(let text): return text
    case .dictionary: return try? archive.object(reference).foundationValue()
    case .null, .uid, .array: return nil
    }
  }

  /// An attribute's default value, converted to the attribute's type; nil if it does not fit the type.
  static func defaultValue(_ reference: Int, in archive: KeyedArchive, of type: NSAttributeType) -> Any? {
    guard let value = value(reference, in: archive) else { return nil }
    let fitting = fitting(value, to: type)
    if fitting == nil { ModelNote.log("the default \(value) is none of its type: the attribute is read without it") }
    return fitting
  }

  private static func fitting(_ value: Any, to type: NSAttributeType) -> Any? {
    let converted: Any? =
      switch type {
      case .booleanAttributeType: (value as? NSNumber).map { NSNumber(value: $0.boolValue) }
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        (value as? NSNumber).flatMap { number -> NSNumber? in
          // `int64Value` drops a fraction and clamps a number that is too great, so compare the result.
          let whole = number.int64Value
          return Double(whole) == number.doubleValue ? NSNumber(value: whole) : nil
        }
      case .floatAttributeType: (value as? NSNumber).map { NSNumber(value: $0.floatValue) }
      case .doubleAttributeType: (value as? NSNumber).map { NSNumber(value: $0.doubleValue) }
      case .decimalAttributeType:
        // An `NSDecimalNumber` can hold only finite numbers.
        (value as? NSNumber).flatMap { number -> NSNumber? in
          number.doubleValue.isFinite ? NSDecimalNumber(decimal: number.decimalValue) : nil
        }
      default: value
      }
    return Value(default: converted, of: type) == nil ? nil : converted
  }
}

extension ArchivedObject {
  fileprivate func foundationValue() throws -> Any? {
    switch try className {
    case "NSString", "NSMutableString":
      if case .string(let text)? = try value(for: "NS.string") { return text }
    case "NSDate":
      if case .real(let seconds)? = try value(for: "NS.time") { return Date(timeIntervalSinceReferenceDate: seconds) }
    case "NSData", "NSMutableData":
      if case .data(let data)? = try value(for: "NS.data") { return data }
    case "NSUUID":
      if case .data(let data)? = try value(for: "NS.uuidbytes"), data.count == 16 { return UUID(data) }
    case "NSURL":
      // A relative URL has a base URL. No default value in a model has one.
      if let text = try string(for: "NS.relative"), reference(for: "NS.base") == nil { return URL(string: text) }
    case "NSDecimalNumber": return try decimal()
    default: break
    }
    return nil
  }

  private func decimal() throws -> NSDecimalNumber? {
    guard case .data(let mantissa)? = try value(for: "NS.mantissa"),
      let exponent = try integer(for: "NS.exponent"), (-128...127).contains(exponent), mantissa.count == 16
    else { return nil }
    // The mantissa has eight 16-bit units, the lowest first. `NS.mantissa.bo` is the byte order in each unit; 1 means
    // little-endian.
    let isLittleEndian = try integer(for: "NS.mantissa.bo") ?? 1 == 1
    let bytes = Array(mantissa)
    var number = Decimal(0)
    for unit in stride(from: 14, through: 0, by: -2) {
      let (low, high) = isLittleEndian ? (bytes[unit], bytes[unit + 1]) : (bytes[unit + 1], bytes[unit])
      number = number * 65_536 + Decimal(UInt16(high) << 8 | UInt16(low))
    }
    let sign: FloatingPointSign = try flag(for: "NS.negative") ? .minus : .plus
    return NSDecimalNumber(decimal: Decimal(sign: sign, exponent: Int(exponent), significand: number))
  }
}

extension UUID {
  /// Creates a UUID from 16 bytes; nil for any other number of bytes.
  fileprivate init?(_ data: Data) {
    let bytes = Array(data)
    guard bytes.count == 16 else { return nil }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
        bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}
