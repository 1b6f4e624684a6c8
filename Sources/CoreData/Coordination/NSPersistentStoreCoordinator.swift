import Dispatch
import Foundation

/// Joins a model and the stores that hold its objects; contexts fetch from it and save to it.
///
/// ```swift
/// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(type: .sqlite, at: url)
/// let context = NSManagedObjectContext(.mainQueue)
/// context.persistentStoreCoordinator = coordinator
/// ```
///
/// An entity's objects are in one store of a coordinator. Stores that hold different configurations of the model can
/// stand side by side; a second store for the same entities is refused.
// Unchecked: what changes is behind a lock, and stores are added and removed on the coordinator's queue.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  let model: NSManagedObjectModel
  let makesPlainObjects: Bool
  let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
  let state = Protected(State())

  struct State {
    var name: String?
    var stores: [NSPersistentStore] = [] {
      didSet {
        holders = [:]
        for store in stores {
          for entity in store.entityIndices { holders[entity] = store }
        }
      }
    }
    /// The store of each entity that one holds.
    private(set) var holders: [Int: NSPersistentStore] = [:]
    /// Counts the beginnings and the ends of writes to the stores.
    var saveNumber = 0
    /// `saveNumber` when external writes were last merged.
    var externalMergeNumber = 0
    /// In the order in which the contexts were made.
    var contexts: [ContextHandle] = []
    /// The watcher of external writes; nil until a store's options or a context ask for it.
    var watch: (any StoreWatching)?
  }

  /// Makes a coordinator without stores. From now on the model does not change.
  ///
  /// - Parameter model: the model whose objects the stores hold. One that makes no sense, such as one with a
  ///   relationship without a destination, is a programming error.
  /// - Complexity: O(properties of the model) for the first coordinator of a model.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    model.compile()
    self.model = model
    makesPlainObjects = false
    super.init()
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
  }

  /// - Parameter makesPlainObjects: whether the objects are of `NSManagedObject` itself, whatever classes the model
  ///   names.
  init(of model: NSManagedObjectModel, makesPlainObjects: Bool) {
    model.compile()
    self.model = model
    self.makesPlainObjects = makesPlainObjects
    super.init()
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
  }

  /// The model whose objects the stores hold.
  open var managedObjectModel: NSManagedObjectModel { model }

  /// The stores, in the order in which they were added.
  open var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

  /// A name for the coordinator, for the program's own use.
  open var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }
}
