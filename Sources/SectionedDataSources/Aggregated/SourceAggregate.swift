import SectionedChanges

/// A value that an `AggregatedDataSource` computes of the items of each section and of the whole list.
///
/// ```swift
/// [.count("open") { !$0.isDone }, .sum("price") { $0.price }, .max("last") { $0.date }]
/// ```
///
/// The closures depend on the item alone, and return nil for an item that has no value.
public struct SourceAggregate<Item> {
  let function: AggregateFunction
  let value: (Item) -> AggregateValue?
  /// The name by which the value is read, and which an update of a section has among its keys when the value has
  /// changed.
  public let name: String

  private init(_ name: String, _ function: AggregateFunction, _ value: @escaping (Item) -> AggregateValue?) {
    (self.name, self.function, self.value) = (name, function, value)
  }

  /// The number of items for which a condition holds.
  public static func count(_ name: String, where condition: @escaping (Item) -> Bool) -> SourceAggregate {
    SourceAggregate(name, .count) { condition($0) ? .integer(1) : nil }
  }

  /// The sum of a number, exact in its type. A sum of integers that takes more than 64 bits is a decimal. nil without any
  /// value.
  public static func sum<Value: AggregateNumber>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .sum) { value($0)?.aggregateValue }
  }

  /// The average of a number: a decimal for decimals, else a floating-point number. nil without any value.
  public static func average<Value: AggregateNumber>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .average) { value($0)?.aggregateValue }
  }

  /// The least value; nil without any.
  public static func min<Value: AggregateConvertible>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .min) { value($0)?.aggregateValue }
  }

  /// The greatest value; nil without any.
  public static func max<Value: AggregateConvertible>(
    _ name: String, of value: @escaping (Item) -> Value?
  ) -> SourceAggregate {
    SourceAggregate(name, .max) { value($0)?.aggregateValue }
  }
}
