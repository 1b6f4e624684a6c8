import Foundation

@testable import CoreData
@testable import CoreDataModel

/// The content of a model, as lines of text like those that `ScannedModel` makes of its XML.
enum ModelFacts {
  static func facts(_ model: NSManagedObjectModel) -> Set<String> {
    var facts: Set<String> = []
    for entity in model.entities {
      let name = entity.name ?? ""
      facts.insert("\(name): entity, parent \(entity.superentity?.name ?? "-"), abstract \(entity.isAbstract)")
      facts.insert(
        "\(name): renamed \(entity.renamingIdentifier ?? ""), modifier \(entity.versionHashModifier ?? "-")"
      )
      facts.insert("\(name): class \(entity.managedObjectClassName ?? "")")
      facts.formUnion(info(name, entity.userInfo))
      for property in entity.ownProperties { facts.formUnion(self.facts(property, "\(name).\(property.name)")) }
      for index in entity.indexes {
        let elements = index.elements.map {
          "\($0.propertyName ?? "") \($0.collationType == .binary ? "Binary" : "RTree") "
            + ($0.isAscending ? "ascending" : "descending")
        }
        facts.insert("\(name): index \(index.name) \(elements)")
      }
      for list in entity.uniquenessNames { facts.insert("\(name): unique \(list)") }
      for list in entity.unnamedIndexNames { facts.insert("\(name): compound \(list)") }
    }
    for configuration in model.configurations {
      for entity in model.entities(forConfigurationName: configuration) ?? [] {
        facts.insert("configuration \(configuration): \(entity.name ?? "")")
      }
    }
    for (name, request) in model.fetchRequestTemplatesByName {
      let predicate = request.predicate?.syntax.description ?? "-"
      facts.insert("template \(name): \(request.entityName ?? "") limit \(request.fetchLimit) where \(predicate)")
    }
    return facts
  }

  private static func facts(_ property: NSPropertyDescription, _ key: String) -> Set<String> {
    var facts: Set<String> = [
      "\(key): optional \(property.isOptional), transient \(property.isTransient)",
      "\(key): renamed \(property.renamingIdentifier ?? ""), modifier \(property.versionHashModifier ?? "-")",
    ]
    facts.formUnion(info(key, property.userInfo))
    switch property {
    case let attribute as NSAttributeDescription: facts.formUnion(self.facts(attribute, key))
    case let relationship as NSRelationshipDescription:
      let rules: [NSDeleteRule: String] = [
        .cascadeDeleteRule: "Cascade", .nullifyDeleteRule: "Nullify", .denyDeleteRule: "Deny",
        .noActionDeleteRule: "No Action",
      ]
      facts.insert(
        "\(key): relationship to \(relationship.destinationEntity?.name ?? ""), "
          + "inverse \(relationship.inverseRelationship?.name ?? "-")"
      )
      facts.insert("\(key): many \(relationship.isToMany), ordered \(relationship.isOrdered)")
      facts.insert(
        "\(key): count \(relationship.minCount)...\(relationship.maxCount), "
          + "rule \(rules[relationship.deleteRule] ?? "")"
      )
    case is NSFetchedPropertyDescription: facts.insert("\(key): fetched")
    default: facts.insert("\(key): something else")
    }
    return facts
  }

  private static func facts(_ attribute: NSAttributeDescription, _ key: String) -> Set<String> {
    var facts: Set<String> = ["\(key): attribute \(typeName(attribute.attributeType))"]
    switch attribute.defaultValue {
    case let text as String: facts.insert("\(key): default \(text)")
    case let date as Date: facts.insert("\(key): default \(date.timeIntervalSinceReferenceDate)")
    case let number as NSNumber: facts.insert("\(key): default \(number.doubleValue)")
    default: break
    }
    if let bound = attribute.bounds.minimum {
      facts.insert("\(key): min \(NSDecimalNumber(decimal: bound).doubleValue)")
    }
    if let bound = attribute.bounds.maximum {
      facts.insert("\(key): max \(NSDecimalNumber(decimal: bound).doubleValue)")
    }
    if attribute.allowsExternalBinaryDataStorage { facts.insert("\(key): allowsExternalBinaryDataStorage") }
    if attribute.preservesValueInHistoryOnDeletion { facts.insert("\(key): preserveAfterDeletion") }
    if attribute.allowsCloudEncryption { facts.insert("\(key): allowsCloudEncryption") }
    if let transformer = attribute.valueTransformerName { facts.insert("\(key): transformer \(transformer)") }
    if let derived = attribute as? NSDerivedAttributeDescription {
      facts.insert("\(key): derived \(derived.derivation ?? "")")
    }
    if let composite = attribute as? NSCompositeAttributeDescription {
      let elements = composite.elements.map { "\($0.name) \(typeName($0.attributeType)) \($0.isOptional)" }
      facts.insert("\(key): composite \(composite.compositeName ?? "-") \(elements)")
    }
    return facts
  }

  private static func info(_ key: String, _ info: [AnyHashable: Any]?) -> Set<String> {
    Set((info ?? [:]).map { "\(key): info \($0)=\($1)" })
  }

  static func typeName(_ type: NSAttributeType) -> String {
    switch type {
    case .undefinedAttributeType: "-"
    case .compositeAttributeType: "Composite"
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .transformableAttributeType: "Transformable"
    case .objectIDAttributeType: "ObjectID"
    }
  }
}
