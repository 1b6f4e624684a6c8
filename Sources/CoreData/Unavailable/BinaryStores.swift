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
