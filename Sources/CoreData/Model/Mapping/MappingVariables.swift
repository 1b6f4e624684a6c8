/// The variable that stands for the manager in the expressions of a mapping model.
public let NSMigrationManagerKey = "manager"

/// The variable that stands for the object that is migrated in the expressions of a mapping model.
public let NSMigrationSourceObjectKey = "source"

/// The variable that stands for the object made of the source object in the expressions of a mapping model.
public let NSMigrationDestinationObjectKey = "destination"

/// The variable that stands for the mapping of the entity in the expressions of a mapping model.
public let NSMigrationEntityMappingKey = "entityMapping"

/// The variable that stands for the mapping of the property in the expressions of a mapping model.
public let NSMigrationPropertyMappingKey = "propertyMapping"

/// The variable that stands for the policy of the mapping in the expressions of a mapping model.
public let NSMigrationEntityPolicyKey = "entityPolicy"
