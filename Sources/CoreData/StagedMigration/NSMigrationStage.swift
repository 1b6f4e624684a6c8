import Foundation

/// A step from one version of a model to a later one: an `NSLightweightMigrationStage` or an `NSCustomMigrationStage`.
open class NSMigrationStage: NSObject {
  /// What the program calls the stage; it stands in errors.
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

  /// What to do before the step; the manager's container has the current model then. What it throws is thrown where the
  /// store is opened, and the step is not made.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// What to do after the step; the manager's container has the next model then. What it throws is thrown where the
  /// store is opened, and it runs again when the store is opened again; so it does when the process ends meanwhile.
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
