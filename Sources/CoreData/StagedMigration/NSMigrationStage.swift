import Foundation

/// A step from one version of a model to a later one: an `NSLightweightMigrationStage` or an `NSCustomMigrationStage`.
open class NSMigrationStage: NSObject {
  /// The program's name for the stage.
  open var label: String?

  override init() {
    super.init()
  }
}

/// Versions of a model that follow each other by inferred mappings.
open class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, the oldest first.
  public let versionChecksums: [String]

  /// Makes a stage.
  ///
  /// - Parameter versionChecksums: the checksums of the versions, the oldest first.
  public init(_ versionChecksums: [String]) {
    self.versionChecksums = versionChecksums
    super.init()
  }
}

/// A step between two versions with code of the program's before and after it.
///
/// ```swift
/// let stage = NSCustomMigrationStage(migratingFrom: second, to: third)
/// stage.didMigrateHandler = { manager, _ in
///   guard let context = manager.container?.newBackgroundContext() else { return }
///   try context.performAndWait { … try context.save() }
/// }
/// ```
open class NSCustomMigrationStage: NSMigrationStage {
  /// The version that the store has before the step.
  public let currentModel: NSManagedObjectModelReference

  /// The version that the store has after it.
  public let nextModel: NSManagedObjectModelReference

  /// The closure to run before the step. The manager's container has the current model then. An error that it throws is
  /// thrown where the store is opened, and the step is not made.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// The closure to run after the step. The manager's container has the next model then. An error that it throws is
  /// thrown where the store is opened. In that case, and if the process ends meanwhile, it runs again when the store is
  /// opened again.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - currentModel: the version that the store has before it.
  ///   - nextModel: the version that it has after it. The mapping between both is inferred.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}
