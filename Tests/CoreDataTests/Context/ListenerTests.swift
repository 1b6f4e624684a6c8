import Foundation
import Testing

@testable import CoreData

/// The sectioned controller, in another module, must be notified of everything before the notifications are posted.
/// Therefore it is a listener of the context and not an observer of the notification center.
@Suite("Listeners of a context") struct ListenerTests {
  @Test("A listener is notified after all observers and before each notification, and of an event without one")
  func order() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let trace = Trace(context)
      let box = trace.box
      let observer = NotificationCenter.default.addObserver(forName: nil, object: context, queue: nil) { notification in
        let name = notification.name.rawValue.replacingOccurrences(of: "Notification", with: "")
        box.withLock { $0.append(name.replacingOccurrences(of: "NS", with: "")) }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      let tag = try context.insert("Tag", ["name": "a"])
      context.processPendingChanges()
      #expect(
        trace.take() == ["observer", "listener +1 ~0 -0 *0", "ObjectsChangedInManagingContext"])
      try context.save()
      #expect(
        trace.take() == [
          "ManagingContextWillSaveChanges", "observer promoted 1", "listener promoted", "listener reports promoted",
          "observer", "listener +0 ~0 -0 *0", "listener saved",
          "ManagingContextDidSaveChanges", "ManagedObjectContextDidSaveObjectIDs",
        ])
      let other = stack.newContext()
      let id = tag.objectID
      let saved = try other.performAndWait {
        try other.existingObject(with: id).setValue("b", forKey: "name")
        return try Self.saving(other)
      }
      context.mergeChanges(fromContextDidSave: try #require(saved))
      #expect(
        trace.take() == [
          "observer", "listener +0 ~0 -0 *1", "ObjectsChangedInManagingContext", "listener merged 1",
          "ManagedObjectContextDidMergeChangesObjectIDs",
        ])
      context.reset()
      #expect(trace.take() == ["observer", "listener all invalid", "ObjectsChangedInManagingContext"])
    }
  }

  @Test("A notification of changes has a key for what there is, and none for what there is not")
  func keys() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let recorded = Protected<[String]>([])
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { notification in
        let counts = (notification.userInfo ?? [:]).map { key, value in
          "\(key) \((value as? Set<NSManagedObject>)?.count ?? (value as? [NSManagedObjectID])?.count ?? -1)"
        }
        recorded.withLock { $0.append(counts.sorted().joined(separator: ", ")) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let tags = try (0..<3).map { try context.insert("Tag", ["name": "\($0)"]) }
      context.processPendingChanges()
      try context.save()
      tags[0].setValue("a", forKey: "name")
      context.delete(tags[1])
      try context.insert("Tag", ["name": "3"])
      context.processPendingChanges()
      context.delete(tags[2])
      context.processPendingChanges()
      context.refresh(tags[0], mergeChanges: true)
      context.reset()
      #expect(
        recorded.withLock { $0 } == [
          "inserted 3", "deleted 1, inserted 1, updated 1", "deleted 1", "refreshed 1", "invalidatedAll 4",
        ])
    }
  }

  @Test("A listener is not kept alive")
  func lifetime() throws {
    try MusicStack(NSInMemoryStoreType).run { context in
      weak var gone: Trace?
      do {
        let trace = Trace(context)
        gone = trace
      }
      #expect(gone == nil)
      try context.insert("Tag", ["name": "a"])
      try context.save()
    }
  }

  private static func saving(_ context: NSManagedObjectContext) throws -> Notification? {
    let inbox = Protected<Notification?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { notification in inbox.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.save()
    return inbox.withLock { $0 }
  }

  private final class Trace: ContextObserver {
    let box = Protected<[String]>([])

    init(_ context: NSManagedObjectContext) {
      context.addObserver(self)
    }

    func take() -> [String] {
      box.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }

    func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
      box.withLock { $0.append("observer") }
    }

    func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {
      box.withLock { $0.append("observer promoted \(promotions.count)") }
    }

    func contextPromotedObjects(_ context: NSManagedObjectContext) {
      box.withLock { $0.append("listener promoted") }
    }

    func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext) {
      box.withLock { $0.append("listener reports promoted") }
    }

    func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects) {
      let keys: [NSManagedObjectContext.NotificationKey] = [
        .insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects,
      ]
      let words = zip("+~-*", keys).map { "\($0)\(objects.objects($1).count)" }
      let said = objects.saysAllInvalid ? "all invalid" : words.joined(separator: " ")
      box.withLock { $0.append("listener \(said)") }
    }

    func contextSaved(_ context: NSManagedObjectContext) { box.withLock { $0.append("listener saved") } }

    func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any]) {
      let count = (ids[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>)?.count ?? 0
      box.withLock { $0.append("listener merged \(count)") }
    }
  }
}
