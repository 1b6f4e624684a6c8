import Foundation
import Testing

@testable import CoreData

/// Nina has the album a with the tracks 1 and 2, which have the tag t. All of this is saved and cannot be undone.
@Suite("Undoing the changes of a context")
struct ContextUndoTests {
  private func run(
    _ type: String, _ body: (NSManagedObjectContext, _ nina: NSManagedObject, _ album: NSManagedObject) throws -> Void
  ) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, album) = try context.saveNina()
      let tag = try context.insert("Tag", ["name": "t"])
      let tracks = try ["1", "2"].map { try context.insert("Track", ["title": $0, "tags": Set([tag])]) }
      album.setValue(tracks, forKey: "tracks")
      try context.save()
      context.undoManager = UndoManager()
      try withExtendedLifetime((tag, tracks)) { try body(context, nina, album) }
    }
  }

  @Test("Values, both ends of relationships, orders: each event is undone and redone", arguments: MusicStack.types)
  func values(type: String) throws {
    try run(type) { context, nina, album in
      album.setValue("A", forKey: "title")
      album.setValue(nil, forKey: "artist")
      context.processPendingChanges()
      album.mutableOrderedSetValue(forKey: "tracks").add(try context.insert("Track", ["title": "3"]))
      context.processPendingChanges()
      album.setValue(Array((album.value(forKey: "tracks") as? NSOrderedSet ?? []).reversed()), forKey: "tracks")
      #expect(album.text("tracks") == "[3 2 1]")
      context.undo()
      #expect(album.text("tracks") == "[1 2 3]")
      context.undo()
      #expect(album.text("tracks") == "[1 2]")
      #expect(try context.texts("Track", "title") == ["1", "2"])
      #expect(nina.text("albums") == "{}")
      context.undo()
      #expect(album.text("title") == "a" && album.text("artist") == "Nina" && nina.text("albums") == "{a}")
      for _ in 0..<3 { context.redo() }
      #expect(album.text("tracks") == "[3 2 1]" && album.text("artist") == "nil" && nina.text("albums") == "{}")
      try context.save()
    }
  }

  @Test("A deletion comes back with what its rules deleted and changed, also after a save", arguments: MusicStack.types)
  func deletion(type: String) throws {
    for isSaved in [false, true] {
      try run(type) { context, nina, album in
        context.delete(nina)
        context.processPendingChanges()
        #expect(try context.texts("Album", "title").isEmpty)
        if isSaved { try context.save() }
        let trace = EventTrace(context)
        context.undo()
        #expect(trace.take().count == 1, "one event")
        #expect(album.text("artist") == "Nina" && nina.text("albums") == "{a}" && album.text("tracks") == "[1 2]")
        #expect(try context.all("Track", by: "title").map { $0.text("album") + $0.text("tags") } == ["a{t}", "a{t}"])
        try context.save()
        context.redo()
        #expect(try context.all("Album").isEmpty)
        #expect(try context.all("Artist").isEmpty)
        try context.save()
        #expect(try context.texts("Track", "title") == ["1", "2"])
      }
    }
  }

  @Test("An insertion that is redone is the same object with the same ID", arguments: MusicStack.types)
  func insertion(type: String) throws {
    try run(type) { context, nina, _ in
      let new = try context.insert("Album", ["title": "b", "artist": nina])
      let id = new.objectID
      context.undo()
      #expect(new.managedObjectContext == nil && nina.text("albums") == "{a}" && !context.hasChanges)
      context.redo()
      #expect(new.managedObjectContext === context && new.objectID == id && nina.text("albums") == "{a b}")
      #expect(context.object(with: id) === new)
      try context.save()
      context.undo()
      #expect(new.isDeleted && context.hasChanges)
      try context.save()
      #expect(try context.texts("Album", "title") == ["a"])
    }
  }

  @Test("A list is notified of an undo as of any change", arguments: MusicStack.types)
  func controllers(type: String) throws {
    try run(type) { context, _, album in
      let trace = EventTrace(context)
      context.delete(album)
      context.processPendingChanges()
      album.managedObjectContext?.undo()
      #expect(trace.take() == ["~1(album) ~2(album) ~Nina(albums) -a", "+a ~1(album) ~2(album) ~Nina(albums)"])
    }
  }

  @Test("Rollback, reset and another manager forget; undoing then does nothing", arguments: MusicStack.types)
  func forgetting(type: String) throws {
    try run(type) { context, _, album in
      let manager = try #require(context.undoManager)
      album.setValue("A", forKey: "title")
      #expect(manager.canUndo)
      context.processPendingChanges()
      context.rollback()
      #expect(!manager.canUndo)
      context.undo()
      #expect(album.text("title") == "a")
      album.setValue("A", forKey: "title")
      context.processPendingChanges()
      context.reset()
      #expect(!manager.canUndo && !manager.canRedo)
      context.undo()
      context.redo()
      #expect(try context.texts("Album", "title") == ["a"])
      #expect(!context.hasChanges)
      try context.insert("Tag", ["name": "u"])
      context.processPendingChanges()
      context.undoManager = nil
      #expect(!manager.canUndo)
      context.undo()
      #expect(try context.texts("Tag", "name") == ["t", "u"])
    }
  }

  @Test("Groups by hand, disabled registration and names", arguments: MusicStack.types)
  func grouping(type: String) throws {
    try run(type) { context, _, album in
      let manager = try #require(context.undoManager)
      manager.groupsByEvent = false
      manager.beginUndoGrouping()
      album.setValue("b", forKey: "title")
      context.processPendingChanges()
      album.setValue("c", forKey: "title")
      manager.setActionName("Rename")
      manager.endUndoGrouping()
      #expect(manager.undoActionName == "Rename")
      manager.disableUndoRegistration()
      album.setValue(1, forKey: "year")
      context.processPendingChanges()
      manager.enableUndoRegistration()
      album.setValue(2, forKey: "number")
      context.undo()
      #expect(album.text("number") == "nil" && album.text("title") == "c")
      context.undo()
      #expect(album.text("title") == "a" && album.text("year") == "1")
      #expect(manager.redoActionName == "Rename")
    }
  }

  @Test("An event is what a block does, and the next block another one", arguments: MusicStack.types)
  func blocks(type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.newContext()
    try context.edit { () throws in
      context.undoManager = UndoManager()
      try context.insert("Tag", ["name": "a"])
    }
    _ = try context.edit { try context.insert("Tag", ["name": "b"]) }
    try context.edit { () throws in
      context.undo()
      #expect(try context.texts("Tag", "name") == ["a"])
    }
  }

  @Test("What is as stored again is not to be saved", arguments: MusicStack.types)
  func nothingIsLeftToSave(type: String) throws {
    try run(type) { context, nina, album in
      album.setValue("A", forKey: "title")
      context.processPendingChanges()
      album.setValue(nil, forKey: "artist")
      context.processPendingChanges()
      context.delete(nina)
      context.processPendingChanges()
      for _ in 0..<3 { context.undo() }
      #expect(!context.hasChanges && context.updatedObjects.isEmpty && album.changedValues().isEmpty)
      context.redo()
      #expect(context.hasChanges && album.text("title") == "A")
    }
  }

  @Test("Saves of other contexts and values that are read again cannot be undone", arguments: MusicStack.types)
  func merges(type: String) throws {
    try run(type) { context, _, album in
      let manager = try #require(context.undoManager)
      album.setValue(1, forKey: "year")
      context.processPendingChanges()
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      let saved = Protected<Notification?>(nil)
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didSaveObjectsNotification, object: other, queue: nil
      ) { notification in saved.withLock { $0 = notification } }
      defer { NotificationCenter.default.removeObserver(token) }
      try other.edit { () throws in
        for track in try other.all("Track", by: "title").prefix(1) { other.delete(track) }
        try other.all("Track", by: "title").last?.setValue("9", forKey: "title")
        try other.insert("Track", ["title": "8"])
        try other.save()
      }
      context.mergeChanges(fromContextDidSave: try #require(saved.withLock { $0 }))
      context.refresh(album, mergeChanges: true)
      context.refreshAllObjects()
      context.undo()
      #expect(album.text("year") == "nil" && !manager.canUndo)
      #expect(try context.texts("Track", "title") == ["8", "9"])
      context.redo()
      #expect(album.text("year") == "1")
      try context.save()
    }
  }

  @Test("What leads to something that was deleted elsewhere leads nowhere", arguments: MusicStack.types)
  func deletedElsewhere(type: String) throws {
    try run(type) { context, nina, album in
      album.setValue(nil, forKey: "artist")
      try context.save()
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      let id = nina.objectID
      try other.edit { () throws in
        other.delete(other.object(with: id))
        try other.save()
      }
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: [id]], into: [context])
      context.undo()
      #expect(album.text("artist") == "nil")
      try context.save()
    }
  }

  @Test("On the main queue an event is what a turn of it does", arguments: MusicStack.types)
  @MainActor
  func turns(type: String) async throws {
    let stack = try MusicStack(type)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    context.undoManager = UndoManager()
    func turn() async {
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
    let tag = try context.insert("Tag", ["name": "a"])
    await turn()
    tag.setValue("b", forKey: "name")
    tag.setValue(1, forKey: "weight")
    await turn()
    tag.setValue("c", forKey: "name")
    await turn()
    context.undo()
    #expect(tag.text("name") == "b" && tag.text("weight") == "1")
    context.undo()
    #expect(tag.text("name") == "a" && tag.text("weight") == "nil")
    context.undo()
    #expect(tag.managedObjectContext == nil && context.undoManager?.canUndo == false)
    context.redo()
    context.redo()
    #expect(tag.text("name") == "b")
  }

  @Test("Without an undo manager, undo and redo do nothing", arguments: MusicStack.types)
  func noManager(type: String) throws {
    try run(type) { context, _, album in
      context.undoManager = nil
      album.setValue("A", forKey: "title")
      context.undo()
      context.redo()
      #expect(album.text("title") == "A" && context.hasChanges)
      #expect(NSManagedObjectContext(.privateQueue).undoManager == nil)
    }
  }

  @Test(
    "A manager that two contexts share undoes what was changed last, wherever that was", arguments: MusicStack.types)
  func shared(type: String) throws {
    try run(type) { context, _, album in
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      try other.performAndWait { () throws in
        other.undoManager = context.undoManager
        let mine = other.mine(album)
        album.setValue("A", forKey: "title")
        context.processPendingChanges()
        mine.setValue(1, forKey: "year")
        other.processPendingChanges()
        context.undoManager?.undo()
        #expect(mine.text("year") == "nil" && album.text("title") == "A")
        other.reset()
        context.undo()
        #expect(album.text("title") == "a")
      }
    }
  }
}
