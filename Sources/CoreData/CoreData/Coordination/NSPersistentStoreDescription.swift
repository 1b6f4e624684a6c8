import Foundation

/// A description of how to open a store: its type, address, configuration and options.
///
/// ```swift
/// let description = NSPersistentStoreDescription(url: url)
/// description.isReadOnly = true
/// container.persistentStoreDescriptions = [description]
/// ```
open class NSPersistentStoreDescription: NSObject, NSCopying {
  /// The type of the store. By default it is `NSPostgreSQLStoreType` if the initializer received an address that
  /// begins with `postgresql:`, otherwise `NSSQLiteStoreType`.
  open var type = NSSQLiteStoreType

  /// The name of the model configuration whose entities the store holds; nil for all entities.
  open var configuration: String?

  /// The address of the store. An in-memory store needs none. An SQLite store at `/dev/null`, the default address, is
  /// in memory.
  open var url: URL?

  /// Whether the store is opened asynchronously on another queue. The default is false.
  open var shouldAddStoreAsynchronously = false

  private var ownOptions: [String: NSObject] = [
    NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
    NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
  ]

  /// Describes a store at `/dev/null`, which is in memory until another address is set.
  public override init() {
    url = URL(fileURLWithPath: "/dev/null")
    super.init()
  }

  /// Describes the store at an address: an SQLite store in a file, or a store on a PostgreSQL server.
  ///
  /// - Parameter url: the address of the store's file or, with the product `CoreDataPostgreSQL`,
  ///   `postgresql://user@host/database?schema=name`.
  public init(url: URL) {
    self.url = url
    type = Self.type(of: url)
    super.init()
  }

  /// Returns the type of the store at an address, as far as the address determines it.
  package static func type(of url: URL) -> String {
    ["postgresql", "postgres"].contains(url.scheme?.lowercased()) ? NSPostgreSQLStoreType : NSSQLiteStoreType
  }

  /// The options that the store is opened with.
  open var options: [String: NSObject] { ownOptions }

  /// Sets an option.
  ///
  /// - Parameters:
  ///   - option: the option's value; nil removes it.
  ///   - key: the option's name, such as `NSReadOnlyPersistentStoreOption`.
  open func setOption(_ option: NSObject?, forKey key: String) {
    ownOptions[key] = option
  }

  /// Returns a description with the same settings.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.url = url
    copy.type = type
    copy.configuration = configuration
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.ownOptions = ownOptions
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return type == other.type && configuration == other.configuration && url == other.url
      && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously && ownOptions == other.ownOptions
  }

  open override var hash: Int { url.hashValue }
}
