/// A number that is added to and subtracted from without rounding, whatever its size: a sum of integers or of doubles
/// is the same in whatever order they come, and as before when one that came leaves.
///
/// In two's complement: the value is the sum of each limb by 2^(32 · (low + index)), continued above by limbs of the
/// sign.
public struct ExactNumber: Hashable, Sendable {
  private var limbs: [UInt32] = []
  /// The power of 2^32 of the first limb.
  private var low = 0
  /// Whether it is below zero.
  public private(set) var isNegative = false

  /// Zero.
  public init() {}

  /// Makes a number of an integer.
  public init(_ integer: Int64) {
    self.init(magnitude: integer.magnitude, shift: 0, isNegative: integer < 0)
  }

  /// Makes a number of a double, which must be finite.
  public init(_ number: Double) {
    let isNormal = number.exponentBitPattern != 0
    let magnitude = number.significandBitPattern | (isNormal ? 1 << Double.significandBitCount : 0)
    // The exponent of the last bit.
    let shift = Int(max(1, number.exponentBitPattern)) - 1023 - Double.significandBitCount
    self.init(magnitude: magnitude, shift: shift, isNegative: number.sign == .minus)
  }

  /// Makes a number of its decimal digits, as ASCII. Other bytes are passed over.
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
      // A shift by 64 leaves nothing.
      UInt32(truncatingIfNeeded: magnitude >> (64 - bits)),
    ]
    trim()
    if isNegative { self = negated }
  }

  /// Whether it is zero.
  public var isZero: Bool { limbs.isEmpty && !isNegative }

  /// The end of the limbs, as a power of 2^32.
  private var end: Int { low + limbs.count }

  private func limb(_ position: Int) -> UInt32 {
    if position < low { return 0 }
    return position < end ? limbs[position - low] : isNegative ? .max : 0
  }

  /// Removes the limbs that say nothing, so that each number has one form.
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
    // A limb more than either has, for the sign.
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

  /// The same number with the other sign.
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

  /// The number by a small factor.
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
  /// The nearest double; of two that are as near, the even one. Infinite where none is large enough.
  public var double: Double {
    if isNegative { return -negated.double }
    guard let top = limbs.last else { return 0 }
    let leading = UInt64(top.leadingZeroBitCount)
    let next = UInt64(limb(end - 2))
    let third = UInt64(limb(end - 3))
    var bits = (UInt64(top) << 32 | next) << leading | third >> (32 - leading)
    // Any bit below these decides between two doubles as the last bit does.
    let isMore = limbs.count > 3 || UInt32(truncatingIfNeeded: third << leading) != 0
    if isMore { bits |= 1 }
    return Double(sign: .plus, exponent: 32 * end - 64 - Int(leading), significand: Double(bits))
  }

  /// The value as an integer; nil where it has a fraction, or takes more than 64 bits.
  public var integer: Int64? { low < 0 ? nil : Int64(decimalText) }

  /// The decimal digits, with a sign if it is below zero. A fraction is cut off.
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
