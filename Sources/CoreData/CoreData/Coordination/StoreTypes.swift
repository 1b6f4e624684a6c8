/// The type of a store in an SQLite file.
public let NSSQLiteStoreType = "SQLite"

/// The type of an in-memory store, which exists as long as its coordinator.
public let NSInMemoryStoreType = "InMemory"

/// The type of a store on a PostgreSQL server, which several machines may use at once. The program must link the
/// product `CoreDataPostgreSQL` to add such a store.
public let NSPostgreSQLStoreType = "PostgreSQL"

extension NSPersistentStore {
  /// The type of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The name of a type, such as `NSSQLiteStoreType`.
    public typealias RawValue = String

    /// The name of the type.
    public var rawValue: String

    /// Creates the type with a name. Whether it exists is checked when a store of the type is added.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A store in an SQLite file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)

    /// An in-memory store, which exists as long as its coordinator.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)

    /// A store on a PostgreSQL server, which several machines may use at once.
    public static let postgreSQL = StoreType(rawValue: NSPostgreSQLStoreType)
  }
}
