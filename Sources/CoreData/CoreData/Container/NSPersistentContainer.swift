import Foundation

/// A model, a coordinator with its stores, and a context on the main queue.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Library")
/// var failure: (any Error)?
/// container.loadPersistentStores { _, error in failure = error }
/// if let failure { throw failure }
/// let tracks = try container.viewContext.fetch(NSFetchRequest<Track>(entityName: "Track"))
/// ```
// Unchecked: the list of descriptions is guarded by a lock, and the other properties are immutable.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  private let ownName: String
  private let coordinator: NSPersistentStoreCoordinator
  private let mainContext: NSManagedObjectContext
  private let descriptions: Protected<[NSPersistentStoreDescription]>

  /// Creates a container for a model.
  ///
  /// - Parameters:
  ///   - name: the container's name, from which the store's file name is made.
  ///   - model: the model whose objects the stores hold. It is immutable from now on. An invalid model is a
  ///     programming error.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    ownName = name
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    mainContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    mainContext.persistentStoreCoordinator = coordinator
    descriptions = Protected([])
    super.init()
    let url = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
  }

  /// The folder of the default store: a folder with the program's name in the system's folder for a user's
  /// application data. It is created when a store is loaded.
  open class func defaultDirectoryURL() -> URL {
    let manager = FileManager.default
    let base =
      manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first ?? manager.homeDirectoryForCurrentUser
    return base.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
  }

  /// The container's name, from which the store's file name is made.
  open var name: String { ownName }

  /// The context on the main queue.
  open var viewContext: NSManagedObjectContext { mainContext }

  /// The model whose objects the stores hold.
  open var managedObjectModel: NSManagedObjectModel { coordinator.managedObjectModel }

  /// The coordinator of the stores.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }

  /// The descriptions of the stores to open. The default is one SQLite store, named after the container, in
  /// `defaultDirectoryURL()`.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Opens the stores of the descriptions. Creates stores and their folders if they do not exist.
  ///
  /// - Parameter block: receives each description, in order, and nil or an error: that of a folder that cannot be
  ///   created, with its path, or one from
  ///   `NSPersistentStoreCoordinator.addPersistentStore(with:completionHandler:)`. It is called before this method
  ///   returns, or later on the coordinator's queue if the description requests asynchronous adding.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      do {
        try makeFolder(for: description)
      } catch {
        block(description, error)
        continue
      }
      coordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  private func makeFolder(for description: NSPersistentStoreDescription) throws {
    guard description.type == NSSQLiteStoreType, !description.isReadOnly, let url = description.url, url.isFileURL
    else { return }
    try StoreFolder.create(url.absoluteURL.deletingLastPathComponent().path, for: url.lastPathComponent)
  }
}

extension NSPersistentContainer {
  /// Creates a container for the model with the container's name. The model must be in the program's resources.
  ///
  /// A program without such a model is a programming error.
  ///
  /// - Parameter name: the name of the model's file without its extension (`momd`, `mom`, `xcdatamodeld` or
  ///   `xcdatamodel`). It is also the name of the container, and the base of its store's file name.
  /// - Complexity: O(files next to the program), plus the read of the model's file.
  public convenience init(name: String) {
    let search = ModelSearch(name: name)
    guard let model = search.model else { fatalError(search.problem) }
    self.init(name: name, managedObjectModel: model)
  }
}
