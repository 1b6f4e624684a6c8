/// The positions that an attribute can have, as whole numbers in their order.
///
/// A floating-point number is numbered by its bits, so that neighbouring values have neighbouring numbers. So room
/// between two positions is counted in the same way for all types.
package struct PositionScale: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Whole numbers. New ones at an end of a list keep a distance of `stride`, as long as there is room.
    case integer(stride: Int)
    case double
    case float
  }

  package let kind: Kind
  /// The numbers that new positions may have. Present ones may be outside.
  package let range: ClosedRange<Int>

  /// - Parameter range: its bounds are so far from the largest numbers that the sum of a bound and a count of rows is a
  ///   number, too.
  package init(_ kind: Kind, _ range: ClosedRange<Int>) {
    self.kind = kind
    self.range = range
  }

  /// Returns new numbers in ascending order, between two present ones.
  ///
  /// - Parameters:
  ///   - count: how many. There must be room for them.
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

  /// The numbers at equal distances between two present ones, or the bounds of the scale.
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
      // A program that numbers its rows itself begins with 0 or 1.
      let start = max(range.lowerBound, min(0, range.upperBound))
      let step = step(range.upperBound - start)
      guard range.upperBound - start >= count * step else { return evenly(count, above: nil, below: nil) }
      return (1...count).map { start + $0 * step }
    }
  }
}

extension PositionScale {
  /// The fractions at equal distances between two present ones; at an end of a list, at distances of 1. They may meet
  /// each other or the present ones, where these are near each other or large.
  private func fractions(_ count: Int, above low: Int?, below high: Int?) -> [Int] {
    let (low, high) = (low.map(fraction), high.map(fraction))
    return (1...count).map { index in
      let value: Double =
        switch (low, high) {
        case (let low?, let high?):
          // Each part is finite, and their difference may not be.
          low * (1 - Double(index) / Double(count + 1)) + high * (Double(index) / Double(count + 1))
        case (let low?, nil): low + Double(index)
        case (nil, let high?): high - Double(count + 1 - index)
        case (nil, nil): Double(index)
        }
      return number(of: value)
    }
  }

  /// The number of a floating-point value, which is rounded to the width of the attribute.
  package func number(of fraction: Double) -> Int {
    if case .float = kind {
      let bits = Int(Int32(bitPattern: Float(fraction).bitPattern))
      return bits < 0 ? Int(Int32.min) - bits : bits
    }
    // The two zeros are one value, and have one number.
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
