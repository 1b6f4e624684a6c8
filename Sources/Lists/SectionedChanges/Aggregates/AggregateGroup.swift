import OrderedRows

/// The aggregates of a group of items, updated for each item that is added or removed.
///
/// A count, sum or average takes O(1) for each item. The minimum and maximum come from an ordered multiset of the
/// values.
package struct AggregateGroup: Sendable {
  private struct Part: Sendable {
    let function: AggregateFunction
    /// The number of values.
    var count = 0
    var sum = NumberSum()
    var ordered = OrderedValues()

    init(_ function: AggregateFunction) { self.function = function }
  }

  private var parts: [Part]
  /// The number of items, including those without values.
  package private(set) var itemCount = 0

  /// Creates a group without items.
  package init(of functions: [AggregateFunction]) { parts = functions.map(Part.init) }

  /// Creates a group with many items at once.
  ///
  /// - Parameter items: the items. Each has a value or nil for each function.
  /// - Complexity: O(items · log items) with a minimum or maximum, else O(items).
  package init(of functions: [AggregateFunction], items: [[AggregateValue?]]) {
    self.init(of: functions)
    itemCount = items.count
    for (index, function) in functions.enumerated() {
      switch function {
      case .count: parts[index].count = items.reduce(0) { $0 + ($1[index] == nil ? 0 : 1) }
      case .sum, .average: for item in items { if let value = item[index] { parts[index].sum.add(value) } }
      case .min, .max: parts[index].ordered = OrderedValues(items.compactMap { $0[index] })
      }
    }
  }

  /// Adds an item.
  ///
  /// - Parameter values: a value or nil for each function.
  /// - Complexity: O(functions), and O(log² items) for each minimum or maximum.
  package mutating func add(_ values: [AggregateValue?]) {
    itemCount += 1
    for index in parts.indices {
      guard let value = values[index] else { continue }
      switch parts[index].function {
      case .count: parts[index].count += 1
      case .sum, .average: parts[index].sum.add(value)
      case .min, .max: parts[index].ordered.insert(value)
      }
    }
  }

  /// Removes an item that was added with the same values.
  ///
  /// - Complexity: that of ``add(_:)``.
  package mutating func remove(_ values: [AggregateValue?]) {
    itemCount -= 1
    for index in parts.indices {
      guard let value = values[index] else { continue }
      switch parts[index].function {
      case .count: parts[index].count -= 1
      case .sum, .average: parts[index].sum.remove(value)
      case .min, .max: parts[index].ordered.remove(value)
      }
    }
  }

  /// The results of the group, without its items' values.
  package var summary: AggregateSummary {
    var summary = AggregateSummary(of: parts.map(\.function))
    for (index, part) in parts.enumerated() {
      switch part.function {
      case .count: summary.set(index, counted: .integer(Int64(part.count)))
      case .sum, .average: summary.set(index, sum: part.sum)
      case .min: summary.set(index, counted: part.ordered.least)
      case .max: summary.set(index, counted: part.ordered.greatest)
      }
    }
    return summary
  }
}

/// A sorted multiset of values.
private struct OrderedValues: Sendable {
  private var values = ChunkedArray<AggregateValue>()

  init() {}

  init(_ values: [AggregateValue]) { self.values = ChunkedArray(values.sorted()) }

  var least: AggregateValue? { values.first }
  var greatest: AggregateValue? { values.last }

  private func place(of value: AggregateValue) -> Int { values.partitionPoint { !($0 < value) } }

  mutating func insert(_ value: AggregateValue) { values.insert(value, at: place(of: value)) }

  mutating func remove(_ value: AggregateValue) {
    let place = place(of: value)
    if place < values.count { _ = values.remove(at: place) }
  }
}
