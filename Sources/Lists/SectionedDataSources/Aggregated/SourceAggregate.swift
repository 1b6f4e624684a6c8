import SectionedChanges

/// A value that an `AggregatedDataSource` computes from the items of each section and of the whole list.
///
/// ```swift
/// [.count("open") { !$0.isDone }, .sum("price") { $0.price }, .max("last") { $0.date }]
/// ```
///
/// The closures must depend on the item alone. They return nil for an item that has no value.
public struct SourceAggregate<Item> {
  let function: AggregateFunction
  let value: (Item) -> AggregateValue?
  /// The name by which the value is read. When the value has changed, the update of its section has the name among its
  /// keys.
  public let name: String

  private init(_ name: String, _ function: AggregateFunction, _ value: @escaping (Item) -> AggregateValue?) {
    (self.name, self.function, self.value) = (name, function, value)
  }

  /// The number of items for which a condition holds.
  public static func count(_ name: String, where condition: @escaping (Item) -> Bool) -> SourceAggregate {
    SourceAggregate(name, .count) { condition($0) ? .integer(1) : nil }
  }

  /// The sum of a number, exact in its type; nil if no item has a value. A sum of integers that needs more than 64 bits
  /// is a decimal.
  public static func sum<Value: AggregateNumber>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .sum) { value($0)?.aggregateValue }
  }

  /// The average of a number: a decimal for decimals, else a floating-point number; nil if no item has a value.
  public static func average<Value: AggregateNumber>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .average) { value($0)?.aggregateValue }
  }

  /// The least value; nil if no item has a value.
  public static func min<Value: AggregateConvertible>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .min) { value($0)?.aggregateValue }
  }

  /// The greatest value; nil if no item has a value.
  public static func max<Value: AggregateConvertible>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .max) { value($0)?.aggregateValue }
  }
}
