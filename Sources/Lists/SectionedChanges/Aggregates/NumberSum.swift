import Foundation
import OrderedRows

/// An exact sum of numbers, which does not depend on the order in which numbers are added and removed.
package struct NumberSum: Hashable, Sendable {
  /// The sum of the integers and of the finite doubles.
  private var binary = ExactNumber()
  /// The sum of the decimals as an integer, which must be multiplied by 10^`exponent`.
  private var decimals = ExactNumber()
  private var exponent = 0
  private var integerCount = 0
  private var decimalCount = 0
  private var realCount = 0
  /// The number of positive and negative infinities among the doubles.
  private var infinities = (above: 0, below: 0)

  /// Creates an empty sum.
  package init() {}

  /// Creates a sum from integers that a store has added.
  package init(ofIntegers sum: Int64, count: Int) {
    binary = ExactNumber(sum)
    integerCount = count
  }

  /// The number of added numbers.
  package var count: Int { integerCount + decimalCount + realCount }

  /// Adds a number. Dates and texts are ignored.
  package mutating func add(_ value: AggregateValue) { add(value, times: 1) }

  /// Removes a number that was added before.
  package mutating func remove(_ value: AggregateValue) { add(value, times: -1) }

  private mutating func add(_ value: AggregateValue, times sign: Int) {
    switch value {
    case .integer(let integer):
      integerCount += sign
      if sign > 0 { binary += ExactNumber(integer) } else { binary -= ExactNumber(integer) }
    case .real(let real):
      realCount += sign
      if real == .infinity {
        infinities.above += sign
      } else if real == -.infinity {
        infinities.below += sign
      } else if real.isFinite {
        if sign > 0 { binary += ExactNumber(real) } else { binary -= ExactNumber(real) }
      }
    case .decimal(let decimal):
      decimalCount += sign
      let part = DecimalParts(decimal)
      add(sign > 0 ? part.number : part.number.negated, exponent: part.exponent)
    case .date, .text: break
    }
  }

  private mutating func add(_ number: ExactNumber, exponent other: Int) {
    var number = number
    if decimals.isZero { exponent = other }
    while exponent > other {
      decimals = decimals.multiplied(by: 10)
      exponent -= 1
    }
    for _ in exponent..<max(exponent, other) { number = number.multiplied(by: 10) }
    decimals += number
  }

  /// Adds all numbers of another sum.
  package static func += (sum: inout NumberSum, other: NumberSum) {
    sum.binary += other.binary
    if !other.decimals.isZero { sum.add(other.decimals, exponent: other.exponent) }
    sum.integerCount += other.integerCount
    sum.decimalCount += other.decimalCount
    sum.realCount += other.realCount
    sum.infinities.above += other.infinities.above
    sum.infinities.below += other.infinities.below
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.count == rhs.count && lhs.value == rhs.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension NumberSum {
  /// The sum, rounded once; nil if there are no numbers. If a floating-point number was added, the sum is one.
  /// Otherwise it is a decimal if a decimal was added, or if it exceeds 64 bits.
  package var value: AggregateValue? {
    if count == 0 { return nil }
    if realCount > 0 { return .real(double) }
    if decimalCount > 0 { return .decimal(decimal) }
    return binary.integer.map(AggregateValue.integer) ?? .decimal(decimal)
  }

  /// The average; nil if there are no numbers.
  package var average: AggregateValue? {
    if count == 0 { return nil }
    return realCount == 0 && decimalCount > 0 ? .decimal(decimal / Decimal(count)) : .real(double / Double(count))
  }

  private var double: Double {
    if infinities.above > 0 { return infinities.below > 0 ? .nan : .infinity }
    if infinities.below > 0 { return -.infinity }
    if decimalCount == 0 { return binary.double }
    return binary.double + NSDecimalNumber(decimal: DecimalParts(decimals, exponent).decimal).doubleValue
  }

  private var decimal: Decimal {
    var all = self
    if !binary.isZero { all.add(binary, exponent: 0) }
    return DecimalParts(all.decimals, all.exponent).decimal
  }
}

/// A decimal number as an integer and an exponent of ten.
private struct DecimalParts {
  let number: ExactNumber
  let exponent: Int

  /// The greatest number of digits that a decimal can always represent.
  private static var precision: Int { 38 }

  init(_ number: ExactNumber, _ exponent: Int) { (self.number, self.exponent) = (number, exponent) }

  init(_ decimal: Decimal) {
    // The description contains every digit, has no exponent, and does not depend on the language.
    let text = decimal.description.utf8
    let point = text.firstIndex(of: UInt8(ascii: "."))
    exponent = point.map { -(text.distance(from: $0, to: text.endIndex) - 1) } ?? 0
    number = ExactNumber(digits: text, isNegative: decimal < 0)
  }

  /// The decimal, rounded to `precision` digits.
  var decimal: Decimal {
    let text = number.decimalText
    let digits = text.drop { $0 == "-" }
    let kept = digits.prefix(Self.precision)
    let dropped = digits.dropFirst(kept.count)
    var significand = Decimal(string: String(kept)) ?? 0
    if let next = dropped.first, next >= "5" { significand += 1 }
    return Decimal(
      sign: number.isNegative ? .minus : .plus, exponent: exponent + dropped.count, significand: significand)
  }
}
