import Foundation

extension NSPersistentStoreCoordinator {
  @available(
    *, unavailable,
    message: "Copy the store with replacePersistentStore(at:withPersistentStoreFrom:type:), then add the copy."
  )
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore { unavailable() }

  @available(
    *, unavailable,
    message: "Copy the store with replacePersistentStore(at:withPersistentStoreFrom:ofType:), then add the copy."
  )
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore { unavailable() }
}
