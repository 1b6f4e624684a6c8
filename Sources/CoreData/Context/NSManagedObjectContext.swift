import Foundation

/// A graph of managed objects with their unsaved changes.
// Unchecked: everything but the queue itself is confined to the context's queue.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  let registry = ObjectRegistry(model: nil)
  var observers = ContextObservers()
  /// Reads what the context sees without making objects.
  var reader: ContextReader { fatalError("Not written yet.") }

  /// The kind of queue that the context is bound to.
  public let concurrencyType: NSManagedObjectContextConcurrencyType

  /// Makes a context bound to a queue.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    concurrencyType = ct
    super.init()
  }

  /// The coordinator whose stores the context reads and writes.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  open var name: String?
  open var automaticallyMergesChangesFromParent = false
  open var hasChanges: Bool { false }

  open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    fatalError("Not written yet.")
  }
  open func count<T>(for request: NSFetchRequest<T>) throws -> Int where T: NSFetchRequestResult {
    fatalError("Not written yet.")
  }
  open func perform(_ block: @escaping () -> Void) { fatalError("Not written yet.") }
  open func performAndWait(_ block: () -> Void) { fatalError("Not written yet.") }
  open func processPendingChanges() { fatalError("Not written yet.") }
  open func save() throws { fatalError("Not written yet.") }
  open func rollback() { fatalError("Not written yet.") }
  open func reset() { fatalError("Not written yet.") }
  open func insert(_ object: NSManagedObject) { fatalError("Not written yet.") }
  open func delete(_ object: NSManagedObject) { fatalError("Not written yet.") }
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject { fatalError("Not written yet.") }
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { fatalError("Not written yet.") }
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    fatalError("Not written yet.")
  }
  /// The object of a key: the registered one, else a new fault.
  func object(for key: RowKey) -> NSManagedObject { fatalError("Not written yet.") }
  /// The object of a key, if it is registered.
  func registeredObject(for key: RowKey) -> NSManagedObject? { fatalError("Not written yet.") }
}
