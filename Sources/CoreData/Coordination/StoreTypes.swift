/// The type of a store in an SQLite file.
public let NSSQLiteStoreType = "SQLite"

/// The type of a store that lives as long as its coordinator.
public let NSInMemoryStoreType = "InMemory"

extension NSPersistentStore {
  /// The type of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public typealias RawValue = String

    public var rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A store in an SQLite file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)

    /// A store that lives as long as its coordinator.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
  }
}
