import Foundation

@available(*, unavailable, message: "CloudKit is not on this platform: use NSPersistentContainer.")
public class NSPersistentCloudKitContainer: NSObject {}

@available(*, unavailable, message: "CloudKit is not on this platform.")
public class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest {}

@available(*, unavailable, message: "CloudKit is not on this platform.")
public class NSPersistentCloudKitContainerEventResult: NSObject {}

@available(*, unavailable, message: "CloudKit is not on this platform.")
public class NSPersistentCloudKitContainerOptions: NSObject {}

@available(*, unavailable, message: "CloudKit is not on this platform.")
public struct NSPersistentCloudKitContainerSchemaInitializationOptions {}

extension NSPersistentStoreDescription {
  @available(*, unavailable, message: "CloudKit is not on this platform; nil is what it would be.")
  public var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions? {
    get { unavailable() }
    set { unavailable() }
  }
}

@available(*, unavailable, message: "Spotlight is not on this platform.")
public class NSCoreDataCoreSpotlightDelegate: NSObject {}

@available(*, unavailable, message: "Spotlight is not on this platform.")
public var NSCoreDataCoreSpotlightExporter: String { unavailable() }

extension NSNotification.Name {
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public static var NSCoreDataCoreSpotlightDelegateIndexDidUpdate: NSNotification.Name { CoreData.unavailable() }
}

extension NSPersistentStore {
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public var coreSpotlightExporter: NSCoreDataCoreSpotlightDelegate { unavailable() }
}

extension NSManagedObject {
  @available(*, unavailable, message: "Combine is not on this platform.")
  public typealias ObjectWillChangePublisher = Never

  @available(*, unavailable, message: "Combine is not on this platform: observe the context's notifications.")
  public var objectWillChange: ObjectWillChangePublisher { unavailable() }
}
