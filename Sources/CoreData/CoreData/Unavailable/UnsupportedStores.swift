import Foundation

@available(*, unavailable, message: "Stores of a program's own are not supported: use an SQLite or in-memory store.")
public class NSAtomicStore: NSPersistentStore {}

@available(*, unavailable, message: "Stores of a program's own are not supported.")
public class NSAtomicStoreCacheNode: NSObject {}

@available(*, unavailable, message: "Stores of a program's own are not supported: use an SQLite or in-memory store.")
public class NSIncrementalStore: NSPersistentStore {}

@available(*, unavailable, message: "Stores of a program's own are not supported.")
public class NSIncrementalStoreNode: NSObject {}

@available(*, unavailable, message: "Only a store of a program's own would be sent such a request.")
public class NSSaveChangesRequest: NSPersistentStoreRequest {}

extension NSPersistentStore {
  @available(*, unavailable, message: "Add a store with NSPersistentStoreCoordinator.addPersistentStore(type:at:).")
  public convenience init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) { CoreData.unavailable() }

  @available(*, unavailable, message: "Stores of a program's own are not supported.")
  public func didAdd(to coordinator: NSPersistentStoreCoordinator) { unavailable() }

  @available(*, unavailable, message: "Observe NSPersistentStoreCoordinatorWillRemoveStore.")
  public func willRemove(from coordinator: NSPersistentStoreCoordinator?) { unavailable() }

  @available(*, unavailable, message: "The coordinator loads the metadata when it adds the store.")
  public func loadMetadata() throws { unavailable() }

  @available(*, unavailable, message: "Use NSPersistentStoreCoordinator.metadataForPersistentStore(type:at:).")
  public class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { unavailable() }

  @available(*, unavailable, message: "Use NSPersistentStoreCoordinator.setMetadata(_:type:at:).")
  public class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws { unavailable() }
}

extension NSPersistentStoreCoordinator {
  @available(*, unavailable, message: "Stores of a program's own are not supported.")
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) { unavailable() }

  @available(*, unavailable, message: "Stores of a program's own are not supported.")
  public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) { unavailable() }

  @available(*, unavailable, message: "There are NSSQLiteStoreType and NSInMemoryStoreType.")
  public class var registeredStoreTypes: [String: NSValue] { unavailable() }

  @available(*, unavailable, message: "Use NSManagedObjectContext.fetch(_:) and save().")
  public func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
    unavailable()
  }
}

@available(*, unavailable, message: "Binary stores are not supported: use NSSQLiteStoreType or NSInMemoryStoreType.")
public var NSBinaryStoreType: String { unavailable() }

@available(*, unavailable, message: "Binary stores are not supported.")
public var NSBinaryStoreSecureDecodingClasses: String { unavailable() }

@available(*, unavailable, message: "Binary stores are not supported.")
public var NSBinaryStoreInsecureDecodingCompatibilityOption: String { unavailable() }

extension NSPersistentStore.StoreType {
  @available(*, unavailable, message: "Binary stores are not supported: use sqlite or inMemory.")
  public static var binary: NSPersistentStore.StoreType { unavailable() }
}
