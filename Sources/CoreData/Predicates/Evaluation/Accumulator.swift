import Foundation

/// Gathers values into the result of an aggregate, as SQL does: nil is left out of everything but a count, the sum of
/// nothing is 0, and the least, greatest and average of nothing are nil.
struct Accumulator {
  private let aggregate: AggregateOperator
  private var count: Int64 = 0
  /// Exact, whatever order the values come in; nil once one was no integer.
  private var integerSum: Wide? = Wide()
  private var sum: Double = 0
  private var extreme = Value.null

  init(_ aggregate: AggregateOperator) { self.aggregate = aggregate }

  mutating func add(_ value: Value) {
    switch aggregate {
    case .count: count += 1
    case .sum, .average:
      guard value.valueClass == .number else { return }
      count += 1
      sum += value.doubleValue
      if case .int(let number) = value { integerSum?.add(number) } else { integerSum = nil }
    case .minimum, .maximum:
      guard value.valueClass != .null else { return }
      let better: ComparisonResult = aggregate == .minimum ? .orderedAscending : .orderedDescending
      if extreme.isNull || value.compared(to: extreme) == better { extreme = value }
    }
  }

  var result: Value {
    switch aggregate {
    case .count: .int(count)
    // A sum of integers that does not fit is a fraction.
    case .sum: integerSum.map { $0.integer.map { .int($0) } ?? .double($0.double) } ?? .double(sum)
    case .average: count == 0 ? .null : .double((integerSum?.double ?? sum) / Double(count))
    case .minimum, .maximum: extreme
    }
  }
}

extension Accumulator {
  /// A sum of integers of 64 bits, in 128.
  private struct Wide {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    mutating func add(_ number: Int64) {
      let (sum, carries) = low.addingReportingOverflow(UInt64(bitPattern: number))
      low = sum
      high &+= (number < 0 ? -1 : 0) + (carries ? 1 : 0)
    }

    /// The sum; nil when it takes more than 64 bits.
    var integer: Int64? {
      let number = Int64(bitPattern: low)
      return high == (number < 0 ? -1 : 0) ? number : nil
    }

    var double: Double { integer.map(Double.init) ?? Double(high) * 0x1p64 + Double(low) }
  }
}
