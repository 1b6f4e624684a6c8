import CoreData
import OrderedRows
import SectionedChanges

/// The values that an aggregate reads from an item.
enum AggregateInput {
  case items
  case matching(NSPredicate)
  case attribute(String, AggregateKind)

  /// - Throws: `SectionedFetchedResultsError.invalidAggregate` if the entity has no such attribute, or if the function
  ///   does not accept its type.
  init(_ aggregate: ItemAggregate, of entity: NSEntityDescription) throws {
    switch aggregate.subject {
    case .items: self = .items
    case .matching(let predicate): self = .matching(predicate)
    case .attribute(let name):
      guard let attribute = entity.attributesByName[name] else {
        let known = NearNames.choices(for: name, among: entity.attributesByName.keys)
        throw SectionedFetchedResultsError.invalidAggregate(
          name: aggregate.name, reason: "\(entity.text) has no attribute “\(name)”; it has \(known)")
      }
      let kind = AggregateKind(attribute.attributeType)
      guard let kind, ![.sum, .average].contains(aggregate.function) || kind.isNumber else {
        throw SectionedFetchedResultsError.invalidAggregate(
          name: aggregate.name,
          reason: "the values of \(entity.text).\(name) are not numbers"
            + ([.min, .max].contains(aggregate.function) ? ", dates or texts." : "."))
      }
      self = .attribute(name, kind)
    }
  }

  /// The value of an item; nil if it has none. Reading it fills a fault.
  func value(of item: NSManagedObject) -> AggregateValue? {
    switch self {
    case .items: .integer(1)
    case .matching(let predicate): predicate.evaluate(with: item) ? .integer(1) : nil
    case .attribute(let name, let kind): AggregateValue(item.value(forKey: name), as: kind)
    }
  }
}

extension AggregateKind {
  fileprivate init?(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      self = .integer
    case .decimalAttributeType: self = .decimal
    case .doubleAttributeType, .floatAttributeType: self = .real
    case .dateAttributeType: self = .date
    case .stringAttributeType: self = .text
    default: return nil
    }
  }

  fileprivate var isNumber: Bool { self != .date && self != .text }
}
