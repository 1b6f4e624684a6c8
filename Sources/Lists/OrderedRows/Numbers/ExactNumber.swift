/// A number of any size with exact addition and subtraction. A sum of integers or doubles does not depend on their
/// order, and subtracting a number restores the former sum.
///
/// The number is stored in two's complement. Its value is the sum of limb · 2^(32 · (low + index)) over all limbs, with
/// an infinite sign extension above the last limb.
public struct ExactNumber: Hashable, Sendable {
  private var limbs: [UInt32] = []
  /// The exponent of the first limb, as a power of 2^32.
  private var low = 0
  /// Whether the number is negative.
  public private(set) var isNegative = false

  /// Creates the number zero.
  public init() {}

  /// Creates a number from an integer.
  public init(_ integer: Int64) {
    self.init(magnitude: integer.magnitude, shift: 0, isNegative: integer < 0)
  }

  /// Creates a number from a double, which must be finite.
  public init(_ number: Double) {
    let isNormal = number.exponentBitPattern != 0
    let magnitude = number.significandBitPattern | (isNormal ? 1 << Double.significandBitCount : 0)
    // The exponent of the last bit of the significand.
    let shift = Int(max(1, number.exponentBitPattern)) - 1023 - Double.significandBitCount
    self.init(magnitude: magnitude, shift: shift, isNegative: number.sign == .minus)
  }

  /// Creates a number from ASCII decimal digits. Other bytes are ignored.
  public init(digits: some Sequence<UInt8>, isNegative: Bool) {
    for digit in digits where digit >= 48 && digit <= 57 {
      self = multiplied(by: 10)
      self += ExactNumber(Int64(digit - 48))
    }
    if isNegative { self = negated }
  }

  /// - Parameter shift: the exponent of the magnitude's last bit.
  private init(magnitude: UInt64, shift: Int, isNegative: Bool) {
    low = shift >> 5
    let bits = UInt64(shift & 31)
    limbs = [
      UInt32(truncatingIfNeeded: magnitude << bits), UInt32(truncatingIfNeeded: magnitude >> (32 - bits)),
      // If the shift is 64, the result is 0.
      UInt32(truncatingIfNeeded: magnitude >> (64 - bits)),
    ]
    trim()
    if isNegative { self = negated }
  }

  /// Whether the number is zero.
  public var isZero: Bool { limbs.isEmpty && !isNegative }

  /// The position after the last limb, as a power of 2^32.
  private var end: Int { low + limbs.count }

  private func limb(_ position: Int) -> UInt32 {
    if position < low { return 0 }
    return position < end ? limbs[position - low] : isNegative ? .max : 0
  }

  /// Removes redundant limbs, so that equal numbers have equal limbs.
  private mutating func trim() {
    let sign: UInt32 = isNegative ? .max : 0
    while limbs.last == sign { limbs.removeLast() }
    let zeros = limbs.prefix { $0 == 0 }.count
    limbs.removeFirst(zeros)
    low = isZero ? 0 : low + zeros
  }
}

extension ExactNumber {
  /// Adds a number.
  ///
  /// - Complexity: O(limbs), a few for numbers of similar size.
  public static func += (number: inout ExactNumber, other: ExactNumber) {
    if other.isZero { return }
    if number.isZero {
      number = other
      return
    }
    var sum = ExactNumber()
    sum.low = min(number.low, other.low)
    var carry: UInt64 = 0
    // Include one more limb than either number has, for the sign.
    for position in sum.low...max(number.end, other.end) {
      carry += UInt64(number.limb(position)) + UInt64(other.limb(position))
      sum.limbs.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    sum.isNegative = sum.limbs[sum.limbs.count - 1] >> 31 == 1
    sum.trim()
    number = sum
  }

  /// Subtracts a number.
  ///
  /// - Complexity: O(limbs).
  public static func -= (number: inout ExactNumber, other: ExactNumber) { number += other.negated }

  /// The number with the opposite sign.
  public var negated: ExactNumber {
    var result = ExactNumber()
    result.low = low
    var carry: UInt64 = 1
    for position in low...end {
      carry += UInt64(~limb(position))
      result.limbs.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    result.isNegative = result.limbs[result.limbs.count - 1] >> 31 == 1
    result.trim()
    return result
  }

  /// The product of the number and a small factor.
  public func multiplied(by factor: UInt32) -> ExactNumber {
    if isNegative { return negated.multiplied(by: factor).negated }
    var result = ExactNumber()
    result.low = low
    var carry: UInt64 = 0
    for limb in limbs {
      carry += UInt64(limb) * UInt64(factor)
      result.limbs.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    result.limbs.append(UInt32(carry))
    result.trim()
    return result
  }
}

extension ExactNumber {
  /// The nearest double, rounded to even in a tie. Infinite if the number is too great for a double.
  public var double: Double {
    if isNegative { return -negated.double }
    guard let top = limbs.last else { return 0 }
    let leading = UInt64(top.leadingZeroBitCount)
    let next = UInt64(limb(end - 2))
    let third = UInt64(limb(end - 3))
    var bits = (UInt64(top) << 32 | next) << leading | third >> (32 - leading)
    // If any lower bit is set, the number is not exactly between two doubles. Setting the last bit has the same effect
    // on rounding.
    let isMore = limbs.count > 3 || UInt32(truncatingIfNeeded: third << leading) != 0
    if isMore { bits |= 1 }
    return Double(sign: .plus, exponent: 32 * end - 64 - Int(leading), significand: Double(bits))
  }

  /// The value as an integer; nil if it has a fraction or exceeds 64 bits.
  public var integer: Int64? { low < 0 ? nil : Int64(decimalText) }

  /// The integer part in decimal digits, with a minus sign if the number is negative.
  public var decimalText: String {
    if isNegative { return "-" + negated.decimalText }
    guard end > 0 else { return "0" }
    var rest = (0..<end).map(limb)
    var parts: [String] = []
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for index in rest.indices.reversed() {
        remainder = remainder << 32 | UInt64(rest[index])
        rest[index] = UInt32(remainder / 1_000_000_000)
        remainder %= 1_000_000_000
      }
      while rest.last == 0 { rest.removeLast() }
      let digits = String(remainder)
      parts.append(rest.isEmpty ? digits : String(repeating: "0", count: 9 - digits.count) + digits)
    }
    return parts.reversed().joined()
  }
}
