import CoreData
import Foundation

/// The binary form of `numeric`: groups of four decimal digits.
enum PostgresNumeric {
  private static let negative: UInt16 = 0x4000

  /// - Returns: false for NaN.
  static func encode(_ number: Decimal, into bytes: inout [UInt8]) -> Bool {
    guard !number.isNaN else { return false }
    var text = number.description[...]
    let isNegative = text.hasPrefix("-")
    if isNegative { text = text.dropFirst() }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var whole = Array(parts[0].utf8.drop { $0 == UInt8(ascii: "0") })
    var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
    let scale = fraction.count
    while whole.count % 4 != 0 { whole.insert(UInt8(ascii: "0"), at: 0) }
    while fraction.count % 4 != 0 { fraction.append(UInt8(ascii: "0")) }
    let digits = whole + fraction
    var groups = stride(from: 0, to: digits.count, by: 4).map { start in
      digits[start..<start + 4].reduce(UInt16(0)) { group, digit -> UInt16 in
        group * 10 + UInt16(digit - UInt8(ascii: "0"))
      }
    }
    var weight = whole.count / 4 - 1
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    while groups.last == 0 { groups.removeLast() }
    if groups.isEmpty { weight = 0 }
    bytes.append(bigEndian: UInt16(groups.count))
    bytes.append(bigEndian: Int16(weight))
    bytes.append(bigEndian: isNegative && !groups.isEmpty ? negative : 0)
    bytes.append(bigEndian: UInt16(scale))
    for group in groups { bytes.append(bigEndian: group) }
    return true
  }

  /// - Returns: nil for NaN, infinity, and numbers that are too large for `Decimal`.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
    func word(_ place: Int) -> UInt16 {
      UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))
    }
    guard bytes.count >= 8 else { return nil }
    let (count, weight, sign) = (Int(word(0)), Int(Int16(bitPattern: word(1))), word(2))
    guard sign == 0 || sign == negative, bytes.count >= 8 + count * 2 else { return nil }
    var digits = ""
    for place in 0..<count {
      let group = String(word(4 + place))
      digits += String(repeating: "0", count: 4 - group.count) + group
    }
    // The value is the digits times a power of ten.
    var exponent = (weight - count + 1) * 4
    while digits.hasSuffix("0"), digits.count > 1 {
      digits.removeLast()
      exponent += 1
    }
    return Decimal(
      string: "\(sign == negative ? "-" : "")\(digits.isEmpty ? "0" : digits)e\(exponent)",
      locale: StoredDecimal.posix)
  }
}
