import Foundation

/// A stage that migrates a store from one model version to a later one: an `NSLightweightMigrationStage` or an
/// `NSCustomMigrationStage`.
open class NSMigrationStage: NSObject {
  /// A name for the stage, for the program's own use.
  open var label: String?

  override init() {
    super.init()
  }
}

/// A stage of successive model versions between which mappings are inferred.
open class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, oldest first.
  public let versionChecksums: [String]

  /// Creates a stage.
  ///
  /// - Parameter versionChecksums: the checksums of the versions, oldest first.
  public init(_ versionChecksums: [String]) {
    self.versionChecksums = versionChecksums
    super.init()
  }
}

/// A stage between two model versions, with handlers of the program that run before and after the migration.
///
/// ```swift
/// let stage = NSCustomMigrationStage(migratingFrom: second, to: third)
/// stage.didMigrateHandler = { manager, _ in
///   guard let context = manager.container?.newBackgroundContext() else { return }
///   try context.performAndWait { … try context.save() }
/// }
/// ```
open class NSCustomMigrationStage: NSMigrationStage {
  /// The model version of the store before the stage.
  public let currentModel: NSManagedObjectModelReference

  /// The model version of the store after the stage.
  public let nextModel: NSManagedObjectModelReference

  /// The closure to call before the migration. The manager's container then has the current model. If the closure
  /// throws, the store is not migrated, and opening it throws the error.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// The closure to call after the migration. The manager's container then has the next model. If the closure throws,
  /// opening the store throws the error. After an error, or if the process ends during the closure, it is called
  /// again when the store is opened again.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - currentModel: the model version of the store before the stage.
  ///   - nextModel: the model version of the store after the stage. The mapping between the two is inferred.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}
