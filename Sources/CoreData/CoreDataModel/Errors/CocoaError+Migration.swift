import Foundation

extension CocoaError.Code {
  /// A store could not be migrated.
  public static var migration: CocoaError.Code { .init(rawValue: NSMigrationError) }

  /// A store could not be migrated.
  public static var migrationError: CocoaError.Code { migration }

  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { .init(rawValue: NSMigrationCancelledError) }

  /// A migration was cancelled.
  public static var migrationCancelledError: CocoaError.Code { migrationCancelled }

  /// The model of the store to be migrated was not found.
  public static var migrationMissingSourceModel: CocoaError.Code { .init(rawValue: NSMigrationMissingSourceModelError) }

  /// The model of the store to be migrated was not found.
  public static var migrationMissingSourceModelError: CocoaError.Code { migrationMissingSourceModel }

  /// No mapping between the two models was found.
  public static var migrationMissingMappingModel: CocoaError.Code {
    .init(rawValue: NSMigrationMissingMappingModelError)
  }

  /// No mapping between the two models was found.
  public static var migrationMissingMappingModelError: CocoaError.Code { migrationMissingMappingModel }

  /// The store to be migrated could not be read.
  public static var migrationManagerSourceStore: CocoaError.Code { .init(rawValue: NSMigrationManagerSourceStoreError) }

  /// The store to be migrated could not be read.
  public static var migrationManagerSourceStoreError: CocoaError.Code { migrationManagerSourceStore }

  /// The migrated store could not be written.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .init(rawValue: NSMigrationManagerDestinationStoreError)
  }

  /// The migrated store could not be written.
  public static var migrationManagerDestinationStoreError: CocoaError.Code { migrationManagerDestinationStore }

  /// The migration of an entity failed.
  public static var entityMigrationPolicy: CocoaError.Code { .init(rawValue: NSEntityMigrationPolicyError) }

  /// The migration of an entity failed.
  public static var entityMigrationPolicyError: CocoaError.Code { entityMigrationPolicy }

  /// No mapping between the two models could be inferred.
  public static var inferredMappingModel: CocoaError.Code { .init(rawValue: NSInferredMappingModelError) }

  /// No mapping between the two models could be inferred.
  public static var inferredMappingModelError: CocoaError.Code { inferredMappingModel }
}

extension CocoaError {
  /// A store could not be migrated.
  public static var migration: CocoaError.Code { .migration }

  /// A store could not be migrated.
  public static var migrationError: CocoaError.Code { .migration }

  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }

  /// A migration was cancelled.
  public static var migrationCancelledError: CocoaError.Code { .migrationCancelled }

  /// The model of the store to be migrated was not found.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }

  /// The model of the store to be migrated was not found.
  public static var migrationMissingSourceModelError: CocoaError.Code { .migrationMissingSourceModel }

  /// No mapping between the two models was found.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }

  /// No mapping between the two models was found.
  public static var migrationMissingMappingModelError: CocoaError.Code { .migrationMissingMappingModel }

  /// The store to be migrated could not be read.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }

  /// The store to be migrated could not be read.
  public static var migrationManagerSourceStoreError: CocoaError.Code { .migrationManagerSourceStore }

  /// The migrated store could not be written.
  public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }

  /// The migrated store could not be written.
  public static var migrationManagerDestinationStoreError: CocoaError.Code { .migrationManagerDestinationStore }

  /// The migration of an entity failed.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }

  /// The migration of an entity failed.
  public static var entityMigrationPolicyError: CocoaError.Code { .entityMigrationPolicy }

  /// No mapping between the two models could be inferred.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }

  /// No mapping between the two models could be inferred.
  public static var inferredMappingModelError: CocoaError.Code { .inferredMappingModel }
}
