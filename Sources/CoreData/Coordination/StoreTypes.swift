/// The type of a store in an SQLite file.
public let NSSQLiteStoreType = "SQLite"

/// The type of a store that lives as long as its coordinator.
public let NSInMemoryStoreType = "InMemory"

/// The type of a store on a PostgreSQL server, which several machines share. A store of it can be added by a
/// program that links the product `CoreDataPostgreSQL`.
public let NSPostgreSQLStoreType = "PostgreSQL"

extension NSPersistentStore {
  /// The type of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The name of a type, such as `NSSQLiteStoreType`.
    public typealias RawValue = String

    /// The name of the type.
    public var rawValue: String

    /// Makes the type of a name. Whether there is such a type shows when a store of it is added.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A store in an SQLite file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)

    /// A store that lives as long as its coordinator.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)

    /// A store on a PostgreSQL server, which several machines share.
    public static let postgreSQL = StoreType(rawValue: NSPostgreSQLStoreType)
  }
}
