import Foundation

@available(*, unavailable, message: "This version does not migrate stores: migrate the store on an Apple platform.")
public class NSMigrationManager: NSObject {}

@available(*, unavailable, message: "This version does not migrate stores.")
public class NSMappingModel: NSObject {}

@available(*, unavailable, message: "This version does not migrate stores.")
public class NSEntityMapping: NSObject {}

@available(*, unavailable, message: "This version does not migrate stores.")
public enum NSEntityMappingType: UInt {
  case undefinedEntityMappingType, customEntityMappingType, addEntityMappingType, removeEntityMappingType
  case copyEntityMappingType, transformEntityMappingType
}

@available(*, unavailable, message: "This version does not migrate stores.")
public class NSEntityMigrationPolicy: NSObject {}

@available(*, unavailable, message: "This version does not migrate stores.")
public class NSPropertyMapping: NSObject {}

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationManagerKey: String { unavailable() }

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationSourceObjectKey: String { unavailable() }

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationDestinationObjectKey: String { unavailable() }

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationEntityMappingKey: String { unavailable() }

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationPropertyMappingKey: String { unavailable() }

@available(*, unavailable, message: "This version does not migrate stores.")
public var NSMigrationEntityPolicyKey: String { unavailable() }

extension NSPersistentStore {
  @available(*, unavailable, message: "This version does not migrate stores.")
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
