/// The positions that an attribute can have, as integers in the same order.
///
/// A floating-point number is numbered by its bits, so that adjacent values have adjacent integers. Then room between
/// two positions is counted in the same way for all types.
package struct PositionScale: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Integers. New positions at an end of a list keep a distance of `stride`, as long as there is room.
    case integer(stride: Int)
    case double
    case float
  }

  package let kind: Kind
  /// The numbers that new positions may have. Present positions may be outside.
  package let range: ClosedRange<Int>

  /// - Parameter range: the range of new positions. Its bounds plus or minus a count of rows must not overflow `Int`.
  package init(_ kind: Kind, _ range: ClosedRange<Int>) {
    self.kind = kind
    self.range = range
  }

  /// Returns new numbers between two present ones, in ascending order.
  ///
  /// - Parameters:
  ///   - count: the number of new numbers. There must be room for them.
  ///   - low: a number that is less than all of them; nil for the beginning of the scale.
  ///   - high: a number that is greater than all of them; nil for the end of the scale.
  /// - Complexity: O(count).
  package func numbers(_ count: Int, above low: Int?, below high: Int?) -> [Int] {
    guard count > 0 else { return [] }
    let low = low.flatMap { $0 < range.lowerBound ? nil : $0 }
    let high = high.flatMap { $0 > range.upperBound ? nil : $0 }
    if case .integer(let stride) = kind { return whole(count, above: low, below: high, stride: stride) }
    let spread = fractions(count, above: low, below: high)
    return isBetween(spread, low, high) ? spread : evenly(count, above: low, below: high)
  }

  private func isBetween(_ numbers: [Int], _ low: Int?, _ high: Int?) -> Bool {
    guard let first = numbers.first, let last = numbers.last else { return true }
    return first > (low ?? range.lowerBound - 1) && last < (high ?? range.upperBound + 1)
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Numbers at equal distances between two present ones, or between the bounds of the scale.
  private func evenly(_ count: Int, above low: Int?, below high: Int?) -> [Int] {
    let (low, high) = (low ?? range.lowerBound - 1, high ?? range.upperBound + 1)
    let (distance, parts) = (UInt(bitPattern: high &- low), UInt(count) + 1)
    return (1..<parts).map { part in
      let product = distance.multipliedFullWidth(by: part)
      return low &+ Int(bitPattern: parts.dividingFullWidth(product).quotient)
    }
  }

  private func whole(_ count: Int, above low: Int?, below high: Int?, stride: Int) -> [Int] {
    func step(_ room: Int) -> Int { max(1, min(stride, room / (count + 1))) }
    switch (low, high) {
    case (_?, _?): return evenly(count, above: low, below: high)
    case (let low?, nil):
      let step = step(range.upperBound - low)
      return (1...count).map { low + $0 * step }
    case (nil, let high?):
      let step = step(high - range.lowerBound)
      return (1...count).map { high - (count + 1 - $0) * step }
    case (nil, nil):
      // Begin near 0, because a program that numbers its rows itself begins with 0 or 1.
      let start = max(range.lowerBound, min(0, range.upperBound))
      let step = step(range.upperBound - start)
      guard range.upperBound - start >= count * step else { return evenly(count, above: nil, below: nil) }
      return (1...count).map { start + $0 * step }
    }
  }
}

extension PositionScale {
  /// The values at equal distances between two present ones, or at distances of 1 at an end of a list. The results may
  /// coincide with each other or with the present ones, if these are close together or very large.
  private func fractions(_ count: Int, above low: Int?, below high: Int?) -> [Int] {
    let (low, high) = (low.map(fraction), high.map(fraction))
    return (1...count).map { index in
      let value: Double =
        switch (low, high) {
        case (let low?, let high?):
          // Each product is finite, but the difference of `low` and `high` may not be.
          low * (1 - Double(index) / Double(count + 1)) + high * (Double(index) / Double(count + 1))
        case (let low?, nil): low + Double(index)
        case (nil, let high?): high - Double(count + 1 - index)
        case (nil, nil): Double(index)
        }
      return number(of: value)
    }
  }

  /// The number of a floating-point value, after rounding it to the attribute's width.
  package func number(of fraction: Double) -> Int {
    if case .float = kind {
      let bits = Int(Int32(bitPattern: Float(fraction).bitPattern))
      return bits < 0 ? Int(Int32.min) - bits : bits
    }
    // 0 and -0 are one value and have one number.
    let bits = Int(Int64(bitPattern: fraction.bitPattern))
    return bits < 0 ? Int.min - bits : bits
  }

  /// The floating-point value of a number.
  package func fraction(_ number: Int) -> Double {
    if case .float = kind {
      let bits = Int32(truncatingIfNeeded: number < 0 ? Int(Int32.min) - number : number)
      return Double(Float(bitPattern: UInt32(bitPattern: bits)))
    }
    return Double(bitPattern: UInt64(bitPattern: Int64(number < 0 ? Int.min - number : number)))
  }
}
