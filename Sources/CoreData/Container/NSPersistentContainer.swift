import Foundation

/// A model, a coordinator and its stores, and a context on the main queue, made together.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Library")
/// var failure: (any Error)?
/// container.loadPersistentStores { _, error in failure = error }
/// if let failure { throw failure }
/// let tracks = try container.viewContext.fetch(NSFetchRequest<Track>(entityName: "Track"))
/// ```
// Unchecked: the list of descriptions is behind a lock; the rest never changes.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  private let ownName: String
  private let coordinator: NSPersistentStoreCoordinator
  private let mainContext: NSManagedObjectContext
  private let descriptions: Protected<[NSPersistentStoreDescription]>

  /// Makes a container for a model.
  ///
  /// - Parameters:
  ///   - name: the container's name, which names its store's file.
  ///   - model: the model whose objects the stores hold. From now on it does not change. One that makes no sense is a
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

  /// The folder of the store unless the descriptions name another: one named like the program, where the system keeps
  /// a user's application data. It is made when a store is loaded.
  open class func defaultDirectoryURL() -> URL {
    let manager = FileManager.default
    let base =
      manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first ?? manager.homeDirectoryForCurrentUser
    return base.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
  }

  /// The container's name, which names its store's file.
  open var name: String { ownName }

  /// The context on the main queue.
  open var viewContext: NSManagedObjectContext { mainContext }

  /// The model whose objects the stores hold.
  open var managedObjectModel: NSManagedObjectModel { coordinator.managedObjectModel }

  /// The coordinator of the stores.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }

  /// How the stores are to be opened. Unless it is set: one SQLite store, named like the container, in
  /// `defaultDirectoryURL()`.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Opens the stores by the descriptions, creating them and their folders where there are none.
  ///
  /// - Parameter block: takes each description, in their order, and nil or the error: one that names the path of a
  ///   folder that cannot be created, or one that
  ///   `NSPersistentStoreCoordinator.addPersistentStore(with:completionHandler:)` hands on. It runs before this method
  ///   returns or, when the description asks for adding asynchronously, later on the coordinator's queue.
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
  /// Makes a container for the model with the container's name, which it finds among the program's resources.
  ///
  /// A program without such a model is a programming error.
  ///
  /// - Parameter name: the name of the model's file without its extension (`momd`, `mom`, `xcdatamodeld` or
  ///   `xcdatamodel`), of the container and of its store's file.
  /// - Complexity: O(files beside the program), and the model's file is read.
  public convenience init(name: String) {
    let search = ModelSearch(name: name)
    guard let model = search.model else { fatalError(search.problem) }
    self.init(name: name, managedObjectModel: model)
  }
}
