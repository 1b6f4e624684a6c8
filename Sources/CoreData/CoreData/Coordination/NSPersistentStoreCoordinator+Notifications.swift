import Foundation

extension NSNotification.Name {
  /// Posted before the stores of a coordinator change because of a change of the iCloud account. Never posted here.
  public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification"
  )

  /// Posted by a coordinator after stores were added or removed. The user info contains these stores.
  public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification"
  )

  /// Posted by a store before its coordinator removes it.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification"
  )
}

/// The user info key of the added stores, an array, in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSAddedPersistentStoresKey = "added"

/// The user info key of the removed stores, an array, in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSRemovedPersistentStoresKey = "removed"

extension NSPersistentStoreCoordinator {
  func announceRemoval(of store: NSPersistentStore) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }
}
