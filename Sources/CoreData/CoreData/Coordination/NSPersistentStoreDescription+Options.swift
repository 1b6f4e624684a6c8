import Foundation

extension NSPersistentStoreDescription {
  /// Whether the store is opened read-only. The default is false.
  public var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
  }

  /// The maximum time to wait for a store that another process locks, in seconds. The default is 240.
  public var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? StoreOpening.defaultTimeout }
    set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
  }

  /// The SQLite pragmas that were set, by name.
  public var sqlitePragmas: [String: NSObject] {
    (options[NSSQLitePragmasOption] as? NSDictionary as? [String: NSObject]) ?? [:]
  }

  /// Sets an SQLite pragma. Only `journal_mode` and `synchronous` are supported; with any other pragma the store
  /// cannot be opened.
  ///
  /// - Parameters:
  ///   - value: the value of the pragma; nil for SQLite's default.
  ///   - name: the name of the pragma.
  public func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    setOption(pragmas as NSDictionary, forKey: NSSQLitePragmasOption)
  }

  /// Whether a store of another model version is migrated when it is opened. The default is true.
  public var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption) }
  }

  /// Whether the mapping for a migration is inferred from the two models. The default is true.
  public var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { setOption(NSNumber(value: newValue), forKey: NSInferMappingModelAutomaticallyOption) }
  }

  private func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }
}
