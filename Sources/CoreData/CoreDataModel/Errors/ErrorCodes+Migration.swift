/// A store could not be migrated.
public var NSMigrationError: Int { 134110 }

/// A migration would violate a uniqueness constraint.
public var NSMigrationConstraintViolationError: Int { 134111 }

/// A migration was cancelled.
public var NSMigrationCancelledError: Int { 134120 }

/// The model of the store to be migrated was not found.
public var NSMigrationMissingSourceModelError: Int { 134130 }

/// No mapping between the two models was found.
public var NSMigrationMissingMappingModelError: Int { 134140 }

/// The store to be migrated could not be read.
public var NSMigrationManagerSourceStoreError: Int { 134150 }

/// The migrated store could not be written.
public var NSMigrationManagerDestinationStoreError: Int { 134160 }

/// The migration of an entity failed.
public var NSEntityMigrationPolicyError: Int { 134170 }

/// No mapping between the two models could be inferred.
public var NSInferredMappingModelError: Int { 134190 }
