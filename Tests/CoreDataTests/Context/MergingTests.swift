import Foundation
import Testing

@testable import CoreData

@Suite("Merging other contexts' saves")
struct MergingTests {
  /// Changes two artists and an album in a background context. Another context shows them.
  private func change(
    _ stack: MusicStack, _ album: NSManagedObjectID, _ doomed: NSManagedObjectID
  ) throws -> Notification {
    let context = stack.newContext()
    let recorded = Protected<Notification?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { notification in recorded.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.performAndWait {
      context.object(with: album).setValue("changed", forKey: "title")
      context.delete(context.object(with: doomed))
      try context.insert("Album", ["title": "new", "artist": context.object(with: album).value(forKey: "artist")])
      try context.save()
    }
    return try #require(recorded.withLock { $0 })
  }

  @Test("A merge reports all keys, changes what is registered and keeps unsaved changes", arguments: MusicStack.types)
  func notification(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      let doomed = try context.insert("Album", ["title": "doomed"])
      try context.save()
      album.setValue(1, forKey: "year")
      #expect(nina.text("albums") == "{a}")
      context.processPendingChanges()
      let trace = EventTrace(context)
      let notification = try change(stack, album.objectID, doomed.objectID)
      #expect(album.text("title") == "a")
      context.mergeChanges(fromContextDidSave: notification)
      #expect(trace.take() == ["+new ~Nina(albums) ~changed(title) -album stored"])
      #expect(album.text("title") == "changed")
      #expect(album.text("year") == "1")
      #expect(nina.text("albums") == "{changed new}")
      #expect(doomed.managedObjectContext == nil)
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(
        try context.all("Album", by: "title").map { $0.text("title") + $0.text("year") } == ["changed1", "newnil"])
    }
  }

  @Test("Contexts that want it merge by themselves", arguments: MusicStack.types)
  func automatic(type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.newContext()
    let (trace, id) = try context.performAndWait {
      context.automaticallyMergesChangesFromParent = true
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      context.retainsRegisteredObjects = true
      return (UncheckedTransfer(EventTrace(context)), tag.objectID)
    }
    try stack.saving { other in
      other.object(with: id).setValue("b", forKey: "name")
    }
    context.performAndWait {
      #expect(trace.value.take() == ["~b(name) stored"])
      #expect(context.object(with: id).text("name") == "b")
    }
  }

  /// Renames the first tag, deletes the second and inserts another, in a context of its own.
  ///
  /// - Returns: the ID of the new tag.
  private static func saveElsewhere(_ ids: [NSManagedObjectID], of stack: MusicStack) throws -> NSManagedObjectID {
    let other = stack.newContext()
    return try other.performAndWait {
      other.object(with: ids[0]).setValue("A", forKey: "name")
      other.delete(other.object(with: ids[1]))
      let new = try other.insert("Tag", ["name": "new"])
      try other.save()
      return new.objectID
    }
  }

  @Test("IDs alone are enough: rows are read again", arguments: MusicStack.types)
  func remote(type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.newContext()
    try context.performAndWait {
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let trace = EventTrace(context)
      let ids = tags.map(\.objectID)
      let new = try Self.saveElsewhere(ids, of: stack)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          NSInsertedObjectsKey: [new.uriRepresentation()], NSUpdatedObjectIDsKey: Set([ids[0]]),
          NSDeletedObjectsKey: [ids[1]],
        ],
        into: [context]
      )
      #expect(trace.take() == ["+new -tag *A stored"])
      #expect(tags[0].text("name") == "A")
      #expect(try context.texts("Tag", "name") == ["A", "c", "new"])
    }
  }

  @Test("The notification of a merge names what the context has refreshed, too", arguments: MusicStack.types)
  func mergedIDs(type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.newContext()
    try context.performAndWait {
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let ids = tags.map(\.objectID)
      let recorded = Protected<[String: Set<NSManagedObjectID>]>([:])
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didMergeChangesObjectIDsNotification, object: context, queue: nil
      ) { notification in
        recorded.withLock { recorded in
          for (key, ids) in notification.userInfo ?? [:] { recorded["\(key)"] = ids as? Set<NSManagedObjectID> }
        }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let new = try Self.saveElsewhere(ids, of: stack)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          NSInsertedObjectIDsKey: [new], NSUpdatedObjectIDsKey: [ids[0]], NSDeletedObjectIDsKey: [ids[1]],
        ],
        into: [context]
      )
      #expect(
        recorded.withLock { $0 } == [
          NSInsertedObjectIDsKey: [new], NSUpdatedObjectIDsKey: [ids[0]], NSDeletedObjectIDsKey: [ids[1]],
          NSRefreshedObjectIDsKey: [ids[0]],
        ])
      // Objects that nothing retains are not registered, and so they are not refreshed.
      withExtendedLifetime(tags) {}
    }
  }

  @Test("A fault whose row is gone counts as deleted", arguments: MusicStack.types)
  func gone(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      context.refresh(tag, mergeChanges: false)
      let id = tag.objectID
      try stack.saving { other in
        other.delete(other.object(with: id))
      }
      let trace = EventTrace(context)
      #expect(tag.isFault)
      #expect(tag.value(forKey: "name") == nil)
      #expect(tag.isDeleted)
      context.processPendingChanges()
      #expect(trace.take().count == 1)
      #expect(!context.hasChanges)
      let error = try #require(throws: NSError.self) { try context.existingObject(with: id) }
      #expect(error.code == NSManagedObjectReferentialIntegrityError)
      try context.save()
    }
  }
}
