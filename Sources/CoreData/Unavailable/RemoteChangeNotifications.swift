import Foundation

@available(*, unavailable, message: "This version does not report other processes' changes, with no token of theirs.")
public var NSPersistentHistoryTokenKey: String { unavailable() }

@available(*, unavailable, message: "This version does not report other processes' changes: leave the option out.")
public var NSPersistentStoreRemoteChangeNotificationPostOptionKey: String { unavailable() }

@available(*, unavailable, message: "This version does not report other processes' changes.")
public var NSPersistentStoreURLKey: String { unavailable() }

extension NSNotification.Name {
  @available(*, unavailable, message: "This version does not report other processes' changes.")
  public static var NSPersistentStoreRemoteChange: NSNotification.Name { CoreData.unavailable() }
}
