import Foundation
import Testing

@testable import CoreData

/// Who is told of a deletion saves it and takes it back at once: the object keeps its ID, by which others have still to
/// be told.
@Suite("Deletions that are saved and undone while they are told")
struct UndoneWhileToldTests {
  /// Has a context save and undo what it reports as deleted.
  private func undoDeletions(in context: NSManagedObjectContext) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { notification in
      guard let deleted = notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>, !deleted.isEmpty
      else { return }
      do { try context.save() } catch { Issue.record(error) }
      context.undo()
    }
  }

  private func deleteAndUndo(_ id: NSManagedObjectID, in context: NSManagedObjectContext) -> NSManagedObject {
    context.undoManager = UndoManager()
    let observer = undoDeletions(in: context)
    defer { NotificationCenter.default.removeObserver(observer) }
    let object = context.object(with: id)
    _ = object.text("title")
    context.delete(object)
    context.processPendingChanges()
    return object
  }

  @Test("The object keeps its ID, is to be inserted, and is stored under it", arguments: MusicStack.types)
  func keepsItsID(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.saveNina().album.objectID
      let album = deleteAndUndo(id, in: context)
      #expect(album.objectID == id && album.isInserted && context.registeredObject(for: id) === album)
      try stack.run { (other) throws in #expect(try other.all("Album").isEmpty) }
      try context.save()
      #expect(album.objectID == id && !album.hasChanges)
      try stack.run { (other) throws in
        #expect(try other.all("Album").map { [$0.text("title"), $0.text("artist")] } == [["a", "Nina"]])
        #expect(try other.existingObject(with: id).text("title") == "a")
      }
      // All have been told by now: what is undone later is a new object.
      context.delete(album)
      try context.save()
      context.undo()
      #expect(album.objectID != id && album.objectID.isTemporaryID)
    }
  }

  @Test("What was deleted elsewhere, too, is not brought back", arguments: MusicStack.types)
  func deletedElsewhereToo(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.saveNina().album.objectID
      try stack.run { (other) throws in
        // Both have read it before either deletes it, and that both do is no conflict.
        other.mergePolicy = NSMergePolicy.overwrite
        _ = try other.existingObject(with: id).text("title")
        let here = deleteAndUndo(id, in: context)
        let there = deleteAndUndo(id, in: other)
        #expect(here.isInserted && !there.isInserted)
        // Inserted again it is a new object: two of one ID could not be saved.
        other.insert(there)
        #expect(there.objectID.isTemporaryID)
        try context.save()
        try other.save()
        try stack.run { (third) throws in #expect(try third.texts("Album", "title") == ["a", "a"]) }
      }
    }
  }
}
