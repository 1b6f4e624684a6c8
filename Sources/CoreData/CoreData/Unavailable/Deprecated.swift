import Foundation

extension NSPersistentStoreCoordinator {
  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func lock() { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func unlock() { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func tryLock() -> Bool { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { unavailable() }

  @available(*, unavailable, renamed: "metadataForPersistentStore(ofType:at:options:)")
  public class func metadataForPersistentStore(ofType storeType: String?, at url: URL) throws -> [String: Any] {
    unavailable()
  }

  @available(*, unavailable, renamed: "setMetadata(_:forPersistentStoreOfType:at:options:)")
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL
  ) throws { unavailable() }
}

extension NSManagedObjectContext {
  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func lock() { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func unlock() { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func tryLock() -> Bool { unavailable() }

  @available(*, unavailable, message: "Use performAndWait(_:).")
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { unavailable() }
}
