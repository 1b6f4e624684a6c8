import Foundation

/// Describes the mapping of an entity to another version of a model.
open class NSEntityMapping: NSObject {
  /// The mapping's name, unique in its mapping model. An inferred mapping is named `IEM_`, the type, `_` and the
  /// entity's name.
  open var name: String!

  /// Whether the entity is added, removed, copied or transformed.
  open var mappingType: NSEntityMappingType = .undefinedEntityMappingType

  /// The name of the entity in the former model; nil for an added entity.
  open var sourceEntityName: String?

  /// The version hash of the entity in the former model.
  open var sourceEntityVersionHash: Data?

  /// The name of the entity in the new model; nil for a removed entity.
  open var destinationEntityName: String?

  /// The version hash of the entity in the new model.
  open var destinationEntityVersionHash: Data?

  /// The expression of the source objects to map. It may use `$manager`. Nil means all objects of the source entity,
  /// without its subentities.
  open var sourceExpression: NSExpression?

  /// The name of a subclass of `NSEntityMigrationPolicy` that carries out the mapping; nil for
  /// `NSEntityMigrationPolicy`.
  open var entityMigrationPolicyClassName: String?

  /// The mappings of the attributes of the new entity.
  open var attributeMappings: [NSPropertyMapping]?

  /// The mappings of the relationships of the new entity.
  open var relationshipMappings: [NSPropertyMapping]?

  /// Any information about the mapping, for the program's own use.
  open var userInfo: [AnyHashable: Any]?

  /// Creates a mapping without entities.
  public override init() {
    super.init()
  }

  /// Whether another mapping maps the same entities in the same way.
  ///
  /// - Complexity: O(properties).
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityMapping else { return false }
    if self === other { return true }
    return name == other.name && mappingType == other.mappingType && sourceEntityName == other.sourceEntityName
      && sourceEntityVersionHash == other.sourceEntityVersionHash
      && destinationEntityName == other.destinationEntityName
      && destinationEntityVersionHash == other.destinationEntityVersionHash
      && sourceExpression == other.sourceExpression
      && entityMigrationPolicyClassName == other.entityMigrationPolicyClassName
      && (attributeMappings ?? []) == (other.attributeMappings ?? [])
      && (relationshipMappings ?? []) == (other.relationshipMappings ?? [])
      && MappingInformation.isSame(userInfo, other.userInfo)
  }

  /// The hash value. Equal mappings have equal hash values.
  open override var hash: Int { name?.hash ?? 0 }
}

/// The kinds of mappings of an entity.
public enum NSEntityMappingType: UInt, Sendable {
  /// The kind was not set.
  case undefinedEntityMappingType = 0
  /// A migration policy of the program carries out the mapping.
  case customEntityMappingType = 1
  /// The entity is new.
  case addEntityMappingType = 2
  /// The entity is removed with its objects.
  case removeEntityMappingType = 3
  /// The objects are unchanged.
  case copyEntityMappingType = 4
  /// The objects are transformed by the mappings of their properties.
  case transformEntityMappingType = 5
}
