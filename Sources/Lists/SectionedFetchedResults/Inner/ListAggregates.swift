import CoreData
import SectionedChanges

/// The declared aggregates of a fetched list.
struct ListAggregates {
  let inputs: [AggregateInput]
  let functions: [AggregateFunction]
  let names: [String]

  /// - Throws: `SectionedFetchedResultsError.invalidAggregate`.
  init(_ declared: [ItemAggregate], of entity: NSEntityDescription) throws {
    inputs = try declared.map { try AggregateInput($0, of: entity) }
    functions = declared.map(\.function)
    names = declared.map(\.name)
  }

  /// The current input values of an item. Reading them fills a fault. An item whose deletion was saved has no values,
  /// though its removal may not have been reported yet.
  func values(of item: NSManagedObject) -> [AggregateValue?] {
    item.managedObjectContext == nil ? nothing : inputs.map { $0.value(of: item) }
  }

  /// The input values of an item that has none: nil for each input.
  var nothing: [AggregateValue?] { Array(repeating: nil, count: inputs.count) }

  /// The summaries of a list without items.
  var none: VersionAggregates { VersionAggregates(names: names, none: AggregateSummary(of: functions)) }
}
