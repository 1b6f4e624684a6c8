import Foundation

@available(*, unavailable, message: "Stores are migrated when they are opened, by an inferred mapping.")
public class NSMigrationManager: NSObject {}

@available(*, unavailable, message: "Stores are migrated by SQL, as an inferred mapping says.")
public class NSEntityMigrationPolicy: NSObject {}

extension NSMappingModel {
  @available(*, unavailable, message: "Mapping models in files are not read: let the mapping be inferred.")
  public convenience init?(contentsOf url: URL?) { unavailable() }

  @available(*, unavailable, message: "Mapping models in files are not read: let the mapping be inferred.")
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?, destinationModel: NSManagedObjectModel?
  ) { unavailable() }
}

extension NSEntityMapping {
  @available(*, unavailable, message: "Foundation's NSExpression cannot be evaluated on this platform.")
  public var sourceExpression: NSExpression? {
    get { unavailable() }
    set { unavailable() }
  }

  @available(*, unavailable, message: "Stores are migrated by SQL, as an inferred mapping says.")
  public var entityMigrationPolicyClassName: String? {
    get { unavailable() }
    set { unavailable() }
  }
}

extension NSPropertyMapping {
  @available(*, unavailable, message: "Foundation's NSExpression cannot be evaluated on this platform.")
  public var valueExpression: NSExpression? {
    get { unavailable() }
    set { unavailable() }
  }
}

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationManagerKey: String { unavailable() }

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationSourceObjectKey: String { unavailable() }

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationDestinationObjectKey: String { unavailable() }

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationEntityMappingKey: String { unavailable() }

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationPropertyMappingKey: String { unavailable() }

@available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
public var NSMigrationEntityPolicyKey: String { unavailable() }

extension NSPersistentStore {
  @available(*, unavailable, message: "There is no migration manager: stores are migrated when they are opened.")
  public class func migrationManagerClass() -> AnyClass { unavailable() }
}

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
