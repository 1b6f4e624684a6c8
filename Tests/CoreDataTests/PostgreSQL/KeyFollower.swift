import Foundation
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// An observer of a context. It keeps the keys of objects that other contexts have inserted and not deleted.
final class KeyFollower: ContextObserver {
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  private(set) var keys: Set<RowKey> = []

  init(_ url: URL) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    context = PostgresPair.context(coordinator)
    context.automaticallyMergesChangesFromParent = true
    let context = context
    context.performAndWait { context.addObserver(self) }
  }

  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
    #expect(keys.isDisjoint(with: event.inserted), "nothing is reported twice")
    keys.formUnion(event.inserted)
    keys.subtract(event.deleted)
  }

  /// Waits until a number of keys were reported, for at most a minute.
  ///
  /// - Returns: the number of reported keys at the end.
  func reported(_ count: Int) async throws -> Int {
    let end = Date().addingTimeInterval(60)
    while context.performAndWait({ keys.count }) < count, Date() < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    return context.performAndWait { keys.count }
  }

  func close() { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
}
