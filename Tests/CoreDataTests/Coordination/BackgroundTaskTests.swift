import Foundation
import Testing

@testable import CoreData

@Suite("Background tasks of a container")
struct BackgroundTaskTests {
  /// The caller must go on only when the task's event is over, because it may remove the store next.
  @Test("The caller goes on when the task's event is over")
  func endOfTheEvent() async throws {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { #expect($1 == nil) }
    let coordinator = container.persistentStoreCoordinator
    let (isOver, hasGoneOn) = (Protected(false), Protected(false))
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: nil, queue: nil
    ) { notification in
      let context = notification.object as? NSManagedObjectContext
      guard context?.persistentStoreCoordinator === coordinator else { return }
      // Wait long enough for a caller that goes on too early.
      for _ in 0..<10_000 where !hasGoneOn.withLock({ $0 }) { sched_yield() }
      isOver.withLock { $0 = true }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    await container.performBackgroundTask { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
    }
    hasGoneOn.withLock { $0 = true }
    #expect(isOver.withLock { $0 })
  }
}
