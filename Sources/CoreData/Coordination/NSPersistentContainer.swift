import Foundation

/// A model, a coordinator and its stores, and a context on the main queue, made together.
// Unchecked: what changes is behind a lock.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  /// The container's name, which names its store's file.
  open var name: String { ownName }

  /// The context on the main queue.
  open var viewContext: NSManagedObjectContext { ownViewContext }

  /// The model whose objects the stores hold.
  open var managedObjectModel: NSManagedObjectModel { coordinator.managedObjectModel }

  /// The coordinator of the stores.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }

  /// How the stores are to be opened. Until it is set: one SQLite store, named like the container, in
  /// `defaultDirectoryURL()`.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  private let ownName: String
  private let coordinator: NSPersistentStoreCoordinator
  private let ownViewContext: NSManagedObjectContext
  private let descriptions: Protected<[NSPersistentStoreDescription]>

  /// Makes a container for a model.
  ///
  /// - Parameters:
  ///   - name: the container's name, which names its store's file.
  ///   - model: the model whose objects the stores hold.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    ownName = name
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    ownViewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    ownViewContext.persistentStoreCoordinator = coordinator
    descriptions = Protected([])
    super.init()
  }
}
