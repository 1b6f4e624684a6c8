import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The values that options have computed of the items of each section and of all items.
struct ListAggregates {
  typealias Value = (ItemAggregate) -> AggregateValue?

  let all: [(option: String, title: String, aggregate: ItemAggregate)]
  /// The conditions of counts.
  private var conditions: [NSPredicate] = []

  /// - Throws: an error that names the option, where a predicate cannot be used.
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

  /// Counts by the conditions once, because a controller takes only conditions that its items can answer.
  ///
  /// - Throws: an error that names the option, for a condition with an unknown property.
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

  /// The option by which an aggregate came; nil where none did.
  func option(of name: String) -> String? { all.first { $0.aggregate.name == name }?.option }

  /// `sum price 340, max date –`
  func text(_ value: Value) -> String {
    all.map { "\($0.title.printable) \(value($0.aggregate)?.shownText ?? "–")" }.joined(separator: ", ")
  }

  /// The values by the names that an update of a section has among its keys.
  func json(_ value: Value) -> JSON {
    .object(all.map { ($0.aggregate.name, value($0.aggregate)?.json ?? .null) })
  }
}

extension AggregateValue {
  /// The text for a person.
  fileprivate var shownText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal, .real, .date, .text: json.plainText.printable
    }
  }

  /// The form that a value of an attribute has.
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
