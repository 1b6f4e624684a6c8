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
