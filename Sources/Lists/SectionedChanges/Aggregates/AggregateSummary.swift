/// The results of aggregates for a group of items. Summaries of groups can be combined without the items' values.
///
/// Combining is associative and commutative, and an empty summary is the neutral element.
package struct AggregateSummary: Sendable {
  private enum Part: Sendable {
    case count(Int)
    case sum(NumberSum)
    case average(NumberSum)
    case least(AggregateValue?)
    case greatest(AggregateValue?)
  }

  private var parts: [Part]

  /// Creates the summary of no items.
  package init(of functions: [AggregateFunction]) {
    parts = functions.map { function in
      switch function {
      case .count: .count(0)
      case .sum: .sum(NumberSum())
      case .average: .average(NumberSum())
      case .min: .least(nil)
      case .max: .greatest(nil)
      }
    }
  }

  /// Sets the result of a function as a store computed it: the number of values, the minimum or the maximum. Ignored
  /// for a sum or average.
  package mutating func set(_ index: Int, counted value: AggregateValue?) {
    switch parts[index] {
    case .count: parts[index] = .count(value?.integer.map(Int.init) ?? 0)
    case .least: parts[index] = .least(value)
    case .greatest: parts[index] = .greatest(value)
    case .sum, .average: break
    }
  }

  /// Sets the sum for a sum or average.
  package mutating func set(_ index: Int, sum: NumberSum) {
    if case .average = parts[index] { parts[index] = .average(sum) } else { parts[index] = .sum(sum) }
  }

  /// Adds the results for other items.
  package mutating func combine(with other: AggregateSummary) {
    for index in parts.indices {
      switch (parts[index], other.parts[index]) {
      case (.count(let left), .count(let right)): parts[index] = .count(left + right)
      case (.sum(var sum), .sum(let further)):
        sum += further
        parts[index] = .sum(sum)
      case (.average(var sum), .average(let further)):
        sum += further
        parts[index] = .average(sum)
      case (.least(let left), .least(let right)):
        parts[index] = .least(left.map { left in right.map { min(left, $0) } ?? left } ?? right)
      case (.greatest(let left), .greatest(let right)):
        parts[index] = .greatest(left.map { left in right.map { max(left, $0) } ?? left } ?? right)
      default: break
      }
    }
  }

  /// The results, in the order of the functions.
  package var values: [AggregateValue?] {
    parts.map { part in
      switch part {
      case .count(let count): .integer(Int64(count))
      case .sum(let sum): sum.value
      case .average(let sum): sum.average
      case .least(let value), .greatest(let value): value
      }
    }
  }
}
