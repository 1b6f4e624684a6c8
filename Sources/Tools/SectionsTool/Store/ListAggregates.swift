import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The aggregates that options name, for the items of each section and for all items.
struct ListAggregates {
  typealias Value = (ItemAggregate) -> AggregateValue?

  let all: [(option: String, title: String, aggregate: ItemAggregate)]
  /// The predicates of `--count`.
  private var conditions: [NSPredicate] = []

  /// - Throws: an error that names the option if its predicate is invalid.
  init(_ given: [ListOptions.Aggregate], of entity: NSEntityDescription) throws {
    var conditions: [NSPredicate] = []
    all = try given.map { one in
      let (option, subject) = (one.function.rawValue, one.subject)
      let aggregate: ItemAggregate
      switch one.function {
      case .count:
        let predicate = try ListSource.predicate(subject, of: entity, option: option)
        if let predicate { conditions.append(predicate) }
        aggregate = predicate.map { ItemAggregate.count(where: $0, named: subject) } ?? .count
      case .sum: aggregate = .sum(subject)
      case .min: aggregate = .min(subject)
      case .max: aggregate = .max(subject)
      case .average: aggregate = .average(subject)
      }
      return (option, "\(option) \(subject)", aggregate)
    }
    self.conditions = conditions
  }

  /// Runs a count query for each predicate of `--count`. A controller requires predicates that its items can evaluate,
  /// so this check comes first.
  ///
  /// - Throws: an error that names the option, as for an unknown property.
  func checkConditions(of entity: NSEntityDescription, in store: ToolStore) throws {
    if conditions.isEmpty { return }
    let context = store.newContext()
    try context.performAndWait {
      for condition in conditions {
        let request = NSFetchRequest<NSManagedObject>()
        (request.entity, request.predicate) = (entity, condition)
        do {
          _ = try context.count(for: request)
        } catch {
          throw ToolError.request("--count: \(describe(error))")
        }
      }
    }
  }

  var isEmpty: Bool { all.isEmpty }

  /// The option that names an aggregate; nil if none does.
  func option(of name: String) -> String? { all.first { $0.aggregate.name == name }?.option }

  /// Returns the values as text, as `sum price 340, max date –`.
  func text(_ value: Value) -> String {
    all.map { "\($0.title.printable) \(value($0.aggregate)?.shownText ?? "–")" }.joined(separator: ", ")
  }

  /// Returns the values as JSON. Their keys are the names that an update of a section has among its changed keys.
  func json(_ value: Value) -> JSON {
    .object(all.map { ($0.aggregate.name, value($0.aggregate)?.json ?? .null) })
  }
}

extension AggregateValue {
  /// The value as text for the user.
  fileprivate var shownText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal, .real, .date, .text: json.plainText.printable
    }
  }

  /// The value as JSON, in the same form as an attribute's value.
  fileprivate var json: JSON {
    switch self {
    case .integer(let value): .integer(value)
    case .decimal(let value): .string("\(value)")
    case .real(let value): .number(value)
    case .date(let value): .string(ValueText.text(of: value))
    case .text(let value): .string(value)
    }
  }
}
