import Foundation

/// Computes an aggregate of values as SQL does. Only a count includes nil. Without values, a sum is 0, and the minimum,
/// maximum and average are nil.
package struct Accumulator {
  private let aggregate: AggregateOperator
  private var count: Int64 = 0
  /// The sum of the integers. Both sums are exact, so the order of the values does not matter.
  private var integers = Wide()
  /// The sum of all other numbers.
  private var fractions = ExactSum()
  private var extreme = Value.null
  /// The numbers for the median, the mode and the standard deviation.
  private var numbers: [Value] = []

  package init(_ aggregate: AggregateOperator) { self.aggregate = aggregate }

  package mutating func add(_ value: Value) {
    switch aggregate {
    case .count: count += 1
    case .sum, .average:
      guard value.valueClass == .number else { return }
      count += 1
      if case .int(let number) = value { integers.add(number) } else { fractions.add(value.doubleValue) }
    case .median, .mode, .standardDeviation:
      guard value.valueClass == .number else { return }
      numbers.append(value)
    case .minimum, .maximum:
      guard value.valueClass != .null else { return }
      let better: ComparisonResult = aggregate == .minimum ? .orderedAscending : .orderedDescending
      if extreme.isNull || value.compared(to: extreme) == better { extreme = value }
    }
  }

  package var result: Value {
    switch aggregate {
    case .count: .int(count)
    // The sum of integers is a floating-point number if it exceeds 64 bits.
    case .sum: fractions.isEmpty ? integers.integer.map(Value.int) ?? .double(sum) : .double(sum)
    case .average: count == 0 ? .null : .double(sum / Double(count))
    case .minimum, .maximum: extreme
    case .median: median
    case .mode: .null
    case .standardDeviation: deviation
    }
  }

  private var sum: Double {
    if fractions.isEmpty { return integers.double }
    var all = fractions
    all.add(integers.double)
    return all.value
  }

  /// The most frequent numbers, in ascending order.
  var modes: [Value] {
    var counts: [EqualityKey: (value: Value, count: Int)] = [:]
    for number in numbers { counts[EqualityKey(number), default: (number, 0)].count += 1 }
    let greatest = counts.values.map(\.count).max() ?? 0
    return counts.values.filter { $0.count == greatest }.map(\.value).sorted {
      $0.compared(to: $1) == .orderedAscending
    }
  }

  private var median: Value {
    guard !numbers.isEmpty else { return .null }
    let sorted = numbers.sorted { $0.compared(to: $1) == .orderedAscending }
    let middle = sorted[sorted.count / 2]
    if sorted.count.isMultiple(of: 2) {
      return Value(number: (sorted[sorted.count / 2 - 1].doubleValue + middle.doubleValue) / 2)
    }
    return middle
  }

  /// The population standard deviation. The numbers are added in ascending order, so that their original order does not
  /// matter.
  private var deviation: Value {
    guard !numbers.isEmpty else { return .null }
    let sorted = numbers.map(\.doubleValue).sorted()
    let mean = sorted.reduce(0, +) / Double(sorted.count)
    let squares = sorted.map { ($0 - mean) * ($0 - mean) }.sorted()
    return Value(number: (squares.reduce(0, +) / Double(sorted.count)).squareRoot())
  }
}

extension Accumulator {
  /// A 128-bit sum of 64-bit integers.
  private struct Wide {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    mutating func add(_ number: Int64) {
      let (sum, carries) = low.addingReportingOverflow(UInt64(bitPattern: number))
      low = sum
      high &+= (number < 0 ? -1 : 0) + (carries ? 1 : 0)
    }

    /// The sum; nil if it exceeds 64 bits.
    var integer: Int64? {
      let number = Int64(bitPattern: low)
      return high == (number < 0 ? -1 : 0) ? number : nil
    }

    var double: Double { integer.map(Double.init) ?? Double(high) * 0x1p64 + Double(low) }
  }
}
