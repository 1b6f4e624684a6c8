import Foundation

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreUbiquitousContentNameKey: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreUbiquitousContentURLKey: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreUbiquitousContainerIdentifierKey: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreUbiquitousPeerTokenOption: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreUbiquitousTransitionTypeKey: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreRemoveUbiquitousMetadataOption: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public var NSPersistentStoreRebuildFromUbiquitousContentOption: String { unavailable() }

@available(*, unavailable, message: "There is no iCloud on this platform.")
public enum NSPersistentStoreUbiquitousTransitionType: UInt {
  case accountAdded = 1
  case accountRemoved, contentRemoved, initialImportCompleted
}

extension NSNotification.Name {
  @available(*, unavailable, message: "There is no iCloud on this platform.")
  public static var NSPersistentStoreDidImportUbiquitousContentChanges: NSNotification.Name { CoreData.unavailable() }
}

extension NSPersistentStoreCoordinator {
  @available(*, unavailable, message: "There is no iCloud on this platform.")
  public class func removeUbiquitousContentAndPersistentStore(
    at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws { unavailable() }
}
