import Foundation
import SectionedTesting

@testable import CoreData

/// A model whose entities, attributes and relationships have numbers. They keep their numbers when they are renamed,
/// moved or changed, so that a test can find them in the next version.
struct RandomModel {
  struct Entity {
    var name: String
    var parent: Int?
    var attributes: [Int: Attribute] = [:]
    /// The names of composite attributes.
    var composites: [Int: String] = [:]
    var isUnique = false
  }

  struct Attribute {
    var name: String
    let type: NSAttributeType
    var isOptional = true
    var defaultValue: Int?
    var isIndexed = false
    /// The composite attribute of which it is an element.
    var composite: Int?
  }

  struct End {
    let entity: Int
    var name: String
    var isMany: Bool
    var isOrdered: Bool
  }

  var entities: [Int: Entity] = [:]
  /// The one or two ends of each relationship: `[0].entity` has the relationship `[0].name` to `[1].entity`. An empty
  /// second name means that there is no inverse.
  var relationships: [Int: [End]] = [:]
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }

  func chain(_ entity: Int) -> [Int] {
    var chain = [entity]
    while let parent = entities[chain.last ?? 0]?.parent { chain.append(parent) }
    return chain
  }

  func root(_ entity: Int) -> Int { chain(entity).last ?? entity }

  func subtree(_ entity: Int) -> [Int] { entities.keys.filter { chain($0).contains(entity) }.sorted() }

  /// The attributes of an entity, inherited ones included.
  func attributes(_ entity: Int) -> [Int: Attribute] {
    chain(entity).reduce(into: [:]) { $0.merge(entities[$1]?.attributes ?? [:]) { own, _ in own } }
  }

  /// The names of an entity's composite attributes, inherited ones included.
  func composites(_ entity: Int) -> [Int: String] {
    chain(entity).reduce(into: [:]) { $0.merge(entities[$1]?.composites ?? [:]) { own, _ in own } }
  }

  /// Returns the key path from an object to an attribute.
  func path(_ attribute: Attribute, of entity: Int) -> String {
    guard let composite = attribute.composite else { return attribute.name }
    return "\(composites(entity)[composite] ?? "").\(attribute.name)"
  }

  /// Returns the key path of an attribute in the entity that has it; nil, if none has it.
  private func path(_ number: Int) -> (path: String, composite: Int?)? {
    entities.keys.lazy.compactMap { entity in
      entities[entity]?.attributes[number].map { (path($0, of: entity), $0.composite) }
    }.first
  }

  /// Returns the ends of relationships that an entity has, including inherited ones.
  func ends(_ entity: Int) -> [(relationship: Int, end: Int)] {
    relationships.sorted { $0.key < $1.key }.flatMap { number, ends in
      ends.indices.filter { !ends[$0].name.isEmpty && chain(entity).contains(ends[$0].entity) }.map { (number, $0) }
    }
  }

  /// Returns all names that a new property of an entity must not have.
  func names(around entity: Int) -> Set<String> {
    guard entities[entity] != nil else { return [] }
    let around = Set(chain(entity) + subtree(entity))
    var names = Set(relationships.values.flatMap { $0 }.filter { around.contains($0.entity) }.map(\.name))
    for case let entity? in around.map({ entities[$0] }) {
      names.formUnion(entity.attributes.values.map(\.name))
      names.formUnion(entity.composites.values)
    }
    return names
  }

  /// Makes the model, with renaming identifiers for everything that had another name in the former version.
  func model(after former: RandomModel? = nil) -> NSManagedObjectModel {
    var made: [Int: NSEntityDescription] = [:]
    for (number, entity) in entities {
      let description = NSEntityDescription(entity.name)
      if let old = former?.entities[number]?.name, old != entity.name { description.renamingIdentifier = old }
      var elements: [Int: [NSAttributeDescription]] = [:]
      for (key, attribute) in entity.attributes.sorted(by: { $0.key < $1.key }) {
        let property = NSAttributeDescription(
          attribute.name, attribute.type, attribute.defaultValue.map { Self.value($0, attribute.type) },
          isOptional: attribute.isOptional
        )
        if let old = former?.path(key) {
          let name = old.path.split(separator: ".").last.map(String.init) ?? ""
          if old.composite != attribute.composite {
            property.renamingIdentifier = old.path
          } else if name != attribute.name {
            property.renamingIdentifier = name
          }
        }
        elements[attribute.composite ?? 0, default: []].append(property)
      }
      let composites = entity.composites.sorted { $0.key < $1.key }.map { key, name in
        let composite = NSCompositeAttributeDescription(name, elements[key] ?? [])
        let old = former?.entities.values.lazy.compactMap { $0.composites[key] }.first
        if let old, old != name { composite.renamingIdentifier = old }
        return composite
      }
      description.properties = (elements[0] ?? []) + composites
      made[number] = description
    }
    for (number, ends) in relationships {
      let properties = zip(ends, ends.reversed()).enumerated().map { index, pair -> NSRelationshipDescription? in
        let (end, other) = pair
        guard !end.name.isEmpty, let owner = made[end.entity], let destination = made[other.entity] else { return nil }
        let property = NSRelationshipDescription(
          end.name, end.isMany ? (end.isOrdered ? .ordered : .many) : .one, to: destination
        )
        if let old = former?.relationships[number]?[index].name, !old.isEmpty, old != end.name {
          property.renamingIdentifier = old
        }
        owner.properties.append(property)
        return property
      }
      properties[0]?.inverseRelationship = properties[1]
      properties[1]?.inverseRelationship = properties[0]
    }
    for (number, description) in made {
      description.subentities = entities.keys.sorted().filter { entities[$0]?.parent == number }.compactMap { made[$0] }
      description.indexes = (entities[number]?.attributes.values.filter(\.isIndexed).map(\.name).sorted() ?? []).map {
        name in
        NSFetchIndexDescription(
          name: "by\(name)",
          elements: description.properties.filter { $0.name == name }.map { property in
            // Fractions get an R-tree index.
            let isFraction = (property as? NSAttributeDescription)?.attributeType == .doubleAttributeType
            return NSFetchIndexElementDescription(property: property, collationType: isFraction ? .rTree : .binary)
          }
        )
      }
    }
    return NSManagedObjectModel(made.sorted { $0.key < $1.key }.map(\.value))
  }

  static let types: [NSAttributeType] = [
    .integer32AttributeType, .stringAttributeType, .doubleAttributeType, .booleanAttributeType, .dateAttributeType,
    .binaryDataAttributeType, .UUIDAttributeType, .decimalAttributeType, .URIAttributeType,
  ]

  /// Returns a value of a type, made from a small number.
  static func value(_ number: Int, _ type: NSAttributeType) -> Any {
    switch type {
    case .stringAttributeType: "it's \(number)"
    case .doubleAttributeType: Double(number) / 4
    case .booleanAttributeType: number % 2 == 0
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number) + 0.5)
    case .binaryDataAttributeType: Data(repeating: UInt8(number % 7), count: number)
    case .UUIDAttributeType: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number % 256)))
    case .decimalAttributeType: Decimal(number) / 8
    case .URIAttributeType: URL(fileURLWithPath: "/\(number)")
    default: Int32(number)
    }
  }
}
