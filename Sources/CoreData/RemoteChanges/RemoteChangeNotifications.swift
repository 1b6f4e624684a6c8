import Foundation

/// In `NSPersistentStoreRemoteChange`: where the store is, a URL.
public let NSPersistentStoreURLKey = "storeURL"

/// In `NSPersistentStoreRemoteChange`: the place behind the newest transaction of the store's history, an
/// `NSPersistentHistoryToken`; nothing where the store keeps none.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSNotification.Name {
  /// Posted by a coordinator after one of its stores was written, by itself, by another coordinator or by another process,
  /// where the store was added with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. It is posted on a queue of
  /// the coordinator's, several writes perhaps once. The user info has `NSStoreUUIDKey`, `NSPersistentStoreURLKey` and
  /// `NSPersistentHistoryTokenKey`.
  public static let NSPersistentStoreRemoteChange = NSNotification.Name("NSPersistentStoreRemoteChangeNotification")
}
