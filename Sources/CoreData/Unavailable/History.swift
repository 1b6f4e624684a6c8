import Foundation

@available(
  *, unavailable, message: "This version writes and reads no history: observe the contexts' save notifications."
)
public class NSPersistentHistoryChange: NSObject {}

@available(
  *, unavailable, message: "This version writes and reads no history: observe the contexts' save notifications."
)
public class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {}

@available(*, unavailable, message: "This version writes and reads no history.")
public enum NSPersistentHistoryChangeType: Int { case insert, update, delete }

@available(*, unavailable, message: "This version writes and reads no history.")
public class NSPersistentHistoryResult: NSObject {}

@available(*, unavailable, message: "This version writes and reads no history.")
public enum NSPersistentHistoryResultType: Int {
  case statusOnly, objectIDs, count, transactionsOnly, changesOnly, transactionsAndChanges
}

@available(*, unavailable, message: "This version writes and reads no history.")
public class NSPersistentHistoryToken: NSObject {}

@available(
  *, unavailable, message: "This version writes and reads no history: observe the contexts' save notifications."
)
public class NSPersistentHistoryTransaction: NSObject {}

@available(*, unavailable, message: "This version writes no history: leave the option out.")
public var NSPersistentHistoryTrackingKey: String { unavailable() }

@available(*, unavailable, message: "This version writes no history, and so posts no tokens of it.")
public var NSPersistentHistoryTokenKey: String { unavailable() }

@available(*, unavailable, message: "This version does not report other processes' changes: leave the option out.")
public var NSPersistentStoreRemoteChangeNotificationPostOptionKey: String { unavailable() }

@available(*, unavailable, message: "This version does not report other processes' changes.")
public var NSPersistentStoreURLKey: String { unavailable() }

extension NSNotification.Name {
  @available(*, unavailable, message: "This version does not report other processes' changes.")
  public static var NSPersistentStoreRemoteChange: NSNotification.Name { CoreData.unavailable() }
}

extension NSPersistentStoreCoordinator {
  @available(*, unavailable, message: "This version writes and reads no history.")
  public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? { unavailable() }
}
