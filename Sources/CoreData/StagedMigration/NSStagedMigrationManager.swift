import Foundation

/// Migrates a store in stages when it is opened: from version to version of its model, with code of the program's
/// between them. It is the value of the option `NSPersistentStoreStagedMigrationManagerOptionKey`.
///
/// The progress is recorded in the store, so that an interrupted stage continues where it was: a handler whose end was
/// recorded does not run again.
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

  /// The container on the store as it is while a handler runs; nil at other times.
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
