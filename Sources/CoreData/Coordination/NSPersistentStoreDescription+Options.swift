import Foundation

extension NSPersistentStoreDescription {
  /// Whether the store is opened for reading only. The default is false.
  public var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
  }

  /// How long to wait for a store that another process holds, in seconds. The default is 240.
  public var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? StoreOpening.defaultTimeout }
    set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
  }

  /// The settings of SQLite that were made, by name.
  public var sqlitePragmas: [String: NSObject] {
    (options[NSSQLitePragmasOption] as? NSDictionary as? [String: NSObject]) ?? [:]
  }

  /// Makes a setting of SQLite. `journal_mode` and `synchronous` can be set; any other stops the store from opening.
  ///
  /// - Parameters:
  ///   - value: the setting's value; nil leaves SQLite's default.
  ///   - name: the setting's name.
  public func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    setOption(pragmas as NSDictionary, forKey: NSSQLitePragmasOption)
  }

  /// Whether a store made for another version of the model is migrated when it is opened. The default is true.
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
