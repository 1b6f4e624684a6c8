import CoreData
import Foundation

/// Calls a closure on the main actor after a coordinator got or lost a store, as long as the watch lives.
final class StoreWatch {
  private let token: any NSObjectProtocol

  /// - Parameters:
  ///   - coordinator: the coordinator, whose stores may be loaded on any thread.
  ///   - action: the closure. It is called later, also if the store was added on the main actor.
  init(_ coordinator: NSPersistentStoreCoordinator, action: @escaping @MainActor @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
    ) { _ in Task { @MainActor in action() } }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
