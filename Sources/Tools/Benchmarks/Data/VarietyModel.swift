import CoreData
import Foundation

/// Entities that each have one feature of models in addition to the properties of a plain entity.
enum VarietyModel {
  /// A feature that an entity has in addition to a name and a number.
  enum Feature: String, CaseIterable {
    case none = "plain"
    case parent = "a parent and siblings"
    case transient = "a transient attribute"
    case derived = "a derived attribute"
    case transformable = "a transformable attribute"
    case constraint = "a unique name"
    case oneWay = "a relationship without an inverse"
    case inverse = "a relationship with an inverse"
    case toMany = "a relationship to many objects"
    case validation = "bounds, a pattern and a mandatory value"
    case external = "data that may be kept outside"

    var entityName: String { "\(self)" }

    /// The largest allowed ratios to a plain entity: for making and saving objects, and for fetching and reading them.
    var bounds: (saving: Double, reading: Double) {
      switch self {
      case .none: (1, 1)
      case .parent: (1.3, 1.3)
      case .transient: (1.5, 1.3)
      case .derived: (5, 1.5)
      case .transformable: (8, 10)
      case .constraint: (2.5, 1.3)
      case .oneWay, .inverse: (2, 1.5)
      case .toMany: (4, 12)
      case .validation: (3, 1.3)
      case .external: (2.5, 2.5)
      }
    }
  }

  static let shared: NSManagedObjectModel = {
    let owner = entity("Owner", [attribute("name", .stringAttributeType)])
    let members = relationship("members", to: owner, maxCount: 0)
    let group = relationship("group", to: owner, maxCount: 1)
    let all = Feature.allCases.map { feature in
      let made = entity(feature.entityName, plain)
      made.properties += properties(feature, owner: owner)
      if feature == .constraint { made.uniquenessConstraints = [["name"]] }
      return made
    }
    let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name ?? "", $0) })
    // The inverse relationship points to the entity of this feature.
    if let made = byName[Feature.inverse.entityName] { members.destinationEntity = made }
    byName[Feature.inverse.entityName]?.properties += [group]
    owner.properties += [members]
    (members.inverseRelationship, group.inverseRelationship) = (group, members)
    // An inheritance tree of entities. Only one of its subentities is used.
    let base = entity("Base", plain)
    base.isAbstract = true
    let siblings = (1...3).map { entity("Sibling\($0)", [attribute("own\($0)", .stringAttributeType)]) }
    if let child = byName[Feature.parent.entityName] {
      child.properties = []
      base.subentities = siblings + [child]
    }
    let model = NSManagedObjectModel()
    model.entities = all + [owner, base] + siblings
    return model
  }()

  private static var plain: [NSPropertyDescription] {
    [attribute("name", .stringAttributeType), attribute("number", .integer64AttributeType)]
  }

  private static func properties(_ feature: Feature, owner: NSEntityDescription) -> [NSPropertyDescription] {
    switch feature {
    case .none, .parent, .constraint, .inverse: return []
    case .transient:
      let label = attribute("label", .stringAttributeType)
      label.isTransient = true
      return [label]
    case .derived:
      let derived = NSDerivedAttributeDescription()
      derived.name = "label"
      derived.attributeType = .stringAttributeType
      derived.isOptional = true
      derived.derivationExpression = NSExpression(format: "canonical:(name)")
      return [derived]
    case .transformable:
      let label = attribute("label", .transformableAttributeType)
      label.valueTransformerName = "NSSecureUnarchiveFromData"
      return [label]
    case .oneWay: return [relationship("owner", to: owner, maxCount: 1)]
    case .toMany:
      return [relationship("owners", to: owner, maxCount: 0), relationship("helper", to: owner, maxCount: 1)]
    case .validation:
      let label = attribute("label", .stringAttributeType)
      label.isOptional = false
      label.setValidationPredicates(
        [NSPredicate(format: "length <= 40"), NSPredicate(format: "SELF MATCHES '[a-z0-9-]*'")],
        withValidationWarnings: ["too long", "of other letters"])
      return [label]
    case .external:
      let data = attribute("data", .binaryDataAttributeType)
      data.allowsExternalBinaryDataStorage = true
      return [data]
    }
  }

  private static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = properties
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, maxCount: Int
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = maxCount
    relationship.isOptional = true
    return relationship
  }
}
