import Foundation

/// Has a store that is opened go through stages: from version to version of its model, with code of the program's
/// between them. It is the value of the option `NSPersistentStoreStagedMigrationManagerOptionKey`.
///
/// How far a store has come is noted in it, so that a stage that was cut off goes on where it was: a handler whose end
/// was noted does not run again.
// Unchecked: the container is behind a lock, and the stages never change.
public final class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, in their order.
  public let stages: [NSMigrationStage]

  private let current = Protected<NSPersistentContainer?>(nil)

  /// Makes a manager.
  ///
  /// - Parameter stages: the stages, in the order of the model's versions.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }

  /// While a handler runs: a container on the store as it is then; otherwise nil.
  public var container: NSPersistentContainer? { current.withLock { $0 } }

  /// Runs a handler of the program's with a container on a store.
  ///
  /// - Parameter open: opens the store with the container's coordinator.
  func run(
    _ handler: (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void, of stage: NSCustomMigrationStage,
    _ model: NSManagedObjectModel, at url: URL, open: (NSPersistentStoreCoordinator) throws -> NSPersistentStore
  ) throws {
    let name = url.deletingPathExtension().lastPathComponent
    let container = NSPersistentContainer(name: name, managedObjectModel: model)
    container.persistentStoreDescriptions = []
    let coordinator = container.persistentStoreCoordinator
    let store = try open(coordinator)
    current.withLock { $0 = container }
    defer {
      current.withLock { $0 = nil }
      try? coordinator.remove(store)
    }
    try handler(self, stage)
  }
}
