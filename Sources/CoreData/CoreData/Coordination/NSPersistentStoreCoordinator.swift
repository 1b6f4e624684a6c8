import Dispatch
import Foundation

/// Connects a model with the stores that hold its objects. Contexts fetch from it and save to it.
///
/// ```swift
/// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(type: .sqlite, at: url)
/// let context = NSManagedObjectContext(.mainQueue)
/// context.persistentStoreCoordinator = coordinator
/// ```
///
/// Each entity's objects are in only one store of a coordinator. Several stores may hold different configurations of
/// the model, but a second store for the same entities is refused.
// Unchecked: mutable state is guarded by a lock, and stores are added and removed on the coordinator's queue.
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
    /// The store of each entity, by entity index.
    private(set) var holders: [Int: NSPersistentStore] = [:]
    /// Counts the beginnings and the ends of writes to the stores.
    var saveNumber = 0
    /// The value of `saveNumber` at the last merge of external writes.
    var externalMergeNumber = 0
    /// The contexts, in the order of registration.
    var contexts: [ContextHandle] = []
    /// The watcher of external writes; nil until a store's options or a context require it.
    var watch: (any StoreWatching)?
  }

  /// Creates a coordinator without stores. The model is immutable from now on.
  ///
  /// - Parameter model: the model whose objects the stores hold. An invalid model, for example with a relationship
  ///   without a destination, is a programming error.
  /// - Complexity: O(properties of the model) for the first coordinator of a model.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    model.compile()
    self.model = model
    makesPlainObjects = false
    super.init()
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
  }

  /// - Parameter makesPlainObjects: whether all objects are instances of `NSManagedObject` itself, whatever classes
  ///   the model names.
  init(of model: NSManagedObjectModel, makesPlainObjects: Bool) {
    model.compile()
    self.model = model
    self.makesPlainObjects = makesPlainObjects
    super.init()
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
  }

  /// The model whose objects the stores hold.
  open var managedObjectModel: NSManagedObjectModel { model }

  /// The stores, in the order of their addition.
  open var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

  /// A name for the coordinator, for the program's own use.
  open var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }
}
