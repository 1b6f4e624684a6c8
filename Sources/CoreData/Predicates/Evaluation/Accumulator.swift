import Foundation

/// Gathers values into the answer of an aggregate, as SQL does: nil is left out of everything but a count, the sum of
/// nothing is 0, and the least, greatest and average of nothing are nil.
struct Accumulator {
  private let aggregate: AggregateOperator
  private var count: Int64 = 0
  private var integerSum: Int64? = 0
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
      if case .int(let number) = value, let sum = integerSum {
        let (result, overflows) = sum.addingReportingOverflow(number)
        integerSum = overflows ? nil : result
      } else {
        integerSum = nil
      }
    case .minimum, .maximum:
      guard value.valueClass != .null else { return }
      let better: ComparisonResult = aggregate == .minimum ? .orderedAscending : .orderedDescending
      if extreme.isNull || value.compared(to: extreme) == better { extreme = value }
    }
  }

  var result: Value {
    switch aggregate {
    case .count: .int(count)
    // Integers whose sum does not fit are summed as doubles.
    case .sum: integerSum.map { .int($0) } ?? .double(sum)
    case .average: count == 0 ? .null : .double(sum / Double(count))
    case .minimum, .maximum: extreme
    }
  }
}
