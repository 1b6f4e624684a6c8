import Foundation

/// Migrates a store in stages when it is opened: from one model version to the next, with calls of the program's
/// handlers between the stages. Set it as the option `NSPersistentStoreStagedMigrationManagerOptionKey`.
///
/// The progress is recorded in the store, so that an interrupted migration continues. A handler is not called again
/// once its end was recorded.
// Unchecked: the container is guarded by a lock, and the stages are immutable.
public final class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, in order.
  public let stages: [NSMigrationStage]

  private let current = Protected<NSPersistentContainer?>(nil)

  /// Creates a manager.
  ///
  /// - Parameter stages: the stages, in the order of the model's versions.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }

  /// The container with the store in its current state, while a handler is running; nil at other times.
  public var container: NSPersistentContainer? { current.withLock { $0 } }

  /// Calls a handler of the program, with a container for a store.
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
