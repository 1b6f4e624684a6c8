import Foundation

/// Adds values that an archive stores as objects.
extension KeyedArchiveBuilder {
  mutating func uuid(_ uuid: UUID) -> Node {
    object(["NSUUID"], [(key: "NS.uuidbytes", value: .data(withUnsafeBytes(of: uuid.uuid) { Data($0) }))])
  }

  mutating func decimal(_ number: Decimal) -> Node {
    var rest = number.significand
    var mantissa = Data()
    var divided = Decimal()
    for _ in 0..<8 {
      // The mantissa has eight 16-bit units, the lowest first. Each is the remainder of a division by 65536.
      var quotient = rest / 65_536
      NSDecimalRound(&divided, &quotient, 0, .down)
      let unit = NSDecimalNumber(decimal: rest - divided * 65_536).uint16Value
      mantissa.append(contentsOf: [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)])
      rest = divided
    }
    return object(
      ["NSDecimalNumber", "NSNumber", "NSValue"],
      [
        (key: "NS.mantissa", value: .data(mantissa)),
        (key: "NS.mantissa.bo", value: .integer(1)),
        (key: "NS.exponent", value: .integer(Int64(number.exponent))),
        (key: "NS.negative", value: .bool(number.isSignMinus)),
        (key: "NS.compact", value: .bool(true)),
        (key: "NS.length", value: .integer(8)),
      ]
    )
  }
}
