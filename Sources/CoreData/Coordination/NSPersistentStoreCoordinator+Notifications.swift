import Foundation

extension NSNotification.Name {
  /// Posted before the stores of a coordinator change with the account of iCloud. That does not happen here.
  public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification"
  )

  /// Posted by a coordinator after stores were added or removed; which ones is in the user info.
  public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification"
  )

  /// Posted by a store before its coordinator removes it.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification"
  )
}

/// In `NSPersistentStoreCoordinatorStoresDidChange`: the stores that were added, an array.
public let NSAddedPersistentStoresKey = "added"

/// In `NSPersistentStoreCoordinatorStoresDidChange`: the stores that were removed, an array.
public let NSRemovedPersistentStoresKey = "removed"

extension NSPersistentStoreCoordinator {
  func announceRemoval(of store: NSPersistentStore) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }
}
