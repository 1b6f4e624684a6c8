extension NSPersistentStore {
  /// The class of the managers that migrate stores: `NSMigrationManager`.
  public class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }
}
