import Foundation
import Testing

@testable import CoreData

@Suite("Delete rules")
struct ContextDeletionTests {
  @Test("A deletion that is taken back leaves the changes from before it to be saved", arguments: MusicStack.types)
  func takenBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let folder = try context.insert("Folder", ["name": "a"])
      let inner = try context.insert("Folder", ["name": "inner"])
      try context.save()
      folder.setValue("b", forKey: "name")
      inner.setValue(folder, forKey: "parent")
      context.processPendingChanges()
      context.delete(folder)
      context.insert(folder)
      #expect(context.updatedObjects == [folder, inner])
      context.processPendingChanges()
      #expect(folder.hasChanges)
      try context.save()
    }
    try stack.run { context in
      let names = try context.texts("Folder", "name")
      let inside = try context.all("Folder", where: "parent.name == 'b'")
      #expect(names == ["b", "inner"])
      #expect(inside.count == 1)
    }
  }

  @Test("Cascade deletes, nullify lets go, and both are reported in one event", arguments: MusicStack.types)
  func cascadeAndNullify(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "Pastel", "artist": artist])
      let track = try context.insert("Track", ["title": "One", "album": album])
      try context.save()
      let trace = EventTrace(context)
      context.delete(artist)
      #expect(track.value(forKey: "album") != nil)
      context.processPendingChanges()
      #expect(track.value(forKey: "album") == nil)
      #expect(album.isDeleted)
      #expect(trace.take() == ["~One(album) -Nina -Pastel"])
      try context.save()
      #expect(trace.take() == ["stored"])
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").isEmpty)
      #expect(try context.all("Track").first?.text("album") == "nil")
    }
  }

  @Test("Deny stops the save and says what is in the way", arguments: MusicStack.types)
  func deny(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "Nina"])
      let contract = try context.insert("Contract", ["number": 7, "artist": artist])
      try context.save()
      context.delete(artist)
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSValidationRelationshipDeniedDeleteError)
      #expect(error.localizedDescription.contains("its contracts still has 1 object"))
      #expect(artist.isDeleted)
      context.delete(contract)
      try context.save()
      #expect(try context.all("Artist").isEmpty)
    }
  }

  @Test("A cascade through a cycle of objects ends", arguments: MusicStack.types)
  func cycle(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let first = try context.insert("Folder", ["name": "a"])
      let second = try context.insert("Folder", ["name": "b", "parent": first])
      first.setValue(second, forKey: "parent")
      try context.save()
      context.delete(first)
      try context.save()
      #expect(try context.all("Folder").isEmpty)
    }
  }

  @Test("Rules are applied by the save alone where the context is set to do so")
  func bySaves() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      context.propagatesDeletesAtEndOfEvent = false
      let artist = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "Pastel", "artist": artist])
      try context.save()
      context.delete(artist)
      context.processPendingChanges()
      #expect(!album.isDeleted)
      try context.save()
      #expect(try context.all("Album").isEmpty && album.managedObjectContext == nil)
      // A deletion that is rolled back before the save has no effect.
      let nick = try context.insert("Artist", ["name": "Nick"])
      let other = try context.insert("Album", ["title": "Bryter", "artist": nick])
      try context.save()
      context.delete(nick)
      context.processPendingChanges()
      context.rollback()
      try context.save()
      #expect(try context.all("Album") == [other])
      // The same is true if an observer of the save deletes an object: the next save applies the rules.
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
      ) { [held = UncheckedTransfer((nick, other))] _ in
        let (nick, other) = held.value
        guard !nick.isDeleted else { return }
        context.delete(nick)
        context.processPendingChanges()
        #expect(!other.isDeleted)
      }
      other.setValue("Later", forKey: "title")
      try context.save()
      NotificationCenter.default.removeObserver(token)
      #expect(!other.isDeleted && nick.isDeleted)
      try context.save()
      #expect(try context.all("Album").isEmpty)
    }
  }

  @Test(
    "Objects inserted and deleted within one event are in no list; the program is notified of the deletion",
    arguments: MusicStack.types)
  func neverReported(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let trace = EventTrace(context)
      let posted = Protected<[(inserted: Int, deleted: Int)]>([])
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { notification in
        let counts = [NSInsertedObjectsKey, NSDeletedObjectsKey].map {
          (notification.userInfo?[$0] as? Set<NSManagedObject>)?.count ?? 0
        }
        posted.withLock { $0.append((counts[0], counts[1])) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      func take() -> [[Int]] {
        posted.withLock { all in
          defer { all = [] }
          return all.map { [$0.inserted, $0.deleted] }
        }
      }
      context.undoManager = UndoManager()
      let tag = try context.insert("Tag", ["name": "a"])
      context.delete(tag)
      #expect(tag.isDeleted)
      context.processPendingChanges()
      #expect(trace.take() == [])
      #expect(take() == [[0, 1]])
      #expect(tag.managedObjectContext == nil)
      #expect(tag.entity.name == "Tag")
      #expect(!context.hasChanges)
      #expect(context.undoManager?.canUndo == false)

      // In one event, one tag is inserted and another is inserted and deleted.
      let other = try context.insert("Tag", ["name": "c"])
      try context.insert("Tag", ["name": "d"])
      context.delete(other)
      try context.save()
      #expect(trace.take().first == "+d")
      #expect(take().first == [1, 1])

      let reported = try context.insert("Tag", ["name": "b"])
      context.processPendingChanges()
      context.delete(reported)
      context.processPendingChanges()
      #expect(trace.take() == ["+b", "-b"])
      #expect(take() == [[1, 0], [0, 1]])
      #expect(!context.hasChanges)

      // A rollback leaves nothing to report.
      context.delete(try context.insert("Tag", ["name": "e"]))
      context.rollback()
      context.processPendingChanges()
      #expect(take() == [])
      try context.save()
      #expect(try context.all("Tag").count == 1)
    }
  }

  @Test("A deletion that is taken back by inserting again leaves everything as it was", arguments: MusicStack.types)
  func insertAgain(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      let trace = EventTrace(context)
      context.delete(tag)
      context.insert(tag)
      context.processPendingChanges()
      #expect(trace.take() == [])
      context.delete(tag)
      context.processPendingChanges()
      context.insert(tag)
      context.processPendingChanges()
      #expect(trace.take() == ["-a", "+a"])
      #expect(!context.hasChanges)
      #expect(tag.objectID == id)
    }
  }
}
