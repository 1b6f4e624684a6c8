import Foundation

extension NSNotification.Name {
  /// Posted by a coordinator before stores are added or removed.
  public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification"
  )

  /// Posted by a coordinator after stores were added or removed; which ones is in the user info.
  public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification"
  )

  /// Posted by a coordinator before it removes a store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification"
  )
}

/// In `NSPersistentStoreCoordinatorStoresDidChange`: the stores that were added, an array.
public let NSAddedPersistentStoresKey = "added"

/// In `NSPersistentStoreCoordinatorStoresDidChange`: the stores that were removed, an array.
public let NSRemovedPersistentStoresKey = "removed"
