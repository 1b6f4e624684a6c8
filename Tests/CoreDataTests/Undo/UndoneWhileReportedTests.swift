import Foundation
import Testing

@testable import CoreData

/// An observer of a deletion saves, and undoes the deletion at once. The object keeps its ID, because later observers
/// are still notified of that ID.
@Suite("Deletions that are saved and undone while they are reported")
struct UndoneWhileReportedTests {
  private func deleteAndUndo(_ id: NSManagedObjectID, in context: NSManagedObjectContext) -> NSManagedObject {
    context.undoManager = UndoManager()
    let listener = DeletionListener(context) {
      try context.save()
      context.undo()
    }
    defer { listener.end() }
    let object = context.object(with: id)
    _ = object.text("title")
    context.delete(object)
    context.processPendingChanges()
    return object
  }

  /// Makes a list of the albums that follows its context.
  private func albums(in context: NSManagedObjectContext) throws -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    list.delegate = Self.delegate
    try list.performFetch()
    return list
  }

  private final class Delegate: NSObject, NSFetchedResultsControllerDelegate, Sendable {}
  private static let delegate = Delegate()

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
      // All observers were notified by now, so a later undo makes a new object.
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
        // Both contexts read the object before either deletes it. With this policy, two deletions are no conflict.
        other.mergePolicy = NSMergePolicy.overwrite
        _ = try other.existingObject(with: id).text("title")
        let here = deleteAndUndo(id, in: context)
        let there = deleteAndUndo(id, in: other)
        #expect(here.isInserted && !there.isInserted)
        // If it is inserted again, it is a new object, because two objects with one ID could not be saved.
        other.insert(there)
        #expect(there.objectID.isTemporaryID)
        try context.save()
        try other.save()
        try stack.run { (third) throws in #expect(try third.texts("Album", "title") == ["a", "a"]) }
      }
    }
  }

  /// The second time, the object was never saved under this ID.
  @Test("Deleted, saved and undone twice in one callback, then redone", arguments: MusicStack.types)
  func twice(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.saveNina().album.objectID
      context.undoManager = UndoManager()
      let album = context.object(with: id)
      let listener = DeletionListener(context) {
        try context.save()
        context.undo()
        context.delete(album)
        try context.save()
        context.undo()
        #expect(album.isInserted && album.objectID == id)
        context.redo()
        #expect(album.isDeleted || album.managedObjectContext == nil)
        context.undo()
        #expect(album.isInserted && album.text("title") == "a" && album.text("artist") == "Nina")
      }
      context.delete(album)
      context.processPendingChanges()
      listener.end()
      #expect(album.isInserted && album.objectID == id)
      try context.save()
      try stack.run { (other) throws in #expect(try other.texts("Album", "title") == ["a"]) }
    }
  }

  /// - Parameter isSavedAbove: whether the parent saves the deletion before the child undoes it.
  @Test("In a child context, and saved from there", arguments: MusicStack.types, [false, true])
  func inAChild(type: String, isSavedAbove: Bool) throws {
    let family = try Family(type)
    try family.run {
      let id = try family.root.saveNina().album.objectID
      let (root, child) = (family.root, family.child)
      child.undoManager = UndoManager()
      let list = try albums(in: root)
      let album = child.object(with: id)
      let listener = DeletionListener(child) {
        try child.save()
        if isSavedAbove { try root.save() }
        child.undo()
      }
      _ = album.text("title")
      child.delete(album)
      child.processPendingChanges()
      listener.end()
      #expect(album.isInserted && album.objectID == id)
      #expect(list.fetchedObjects?.count == 0)
      try child.save()
      #expect(list.fetchedObjects?.map { $0.text("title") } == ["a"])
      try root.save()
      try family.stack.run { (other) throws in
        #expect(try other.all("Album").map { [$0.text("title"), $0.text("artist")] } == [["a", "Nina"]])
      }
    }
  }

  /// Some programs merge every transaction of a history, including their own.
  @Test("A deletion that is merged once more takes nothing that was brought back", arguments: MusicStack.types)
  func mergedAgain(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, album) = try context.saveNina()
      let id = album.objectID
      #expect(deleteAndUndo(id, in: context) === album)
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: [id]], into: [context])
      #expect(album.isInserted && nina.text("albums") == "{a}" && context.hasChanges)
      try context.save()
      try stack.run { (other) throws in #expect(try other.texts("Album", "title") == ["a"]) }
    }
  }

  /// A context that merges each save must see the object removed and inserted again, even if it still retains the
  /// former object.
  @Test("Another context has it go and come again", arguments: MusicStack.types, [false, true])
  func elsewhere(type: String, isHeld: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.saveNina().album.objectID
      let other = stack.newContext()
      try other.performAndWait { () throws in
        let list = try albums(in: other)
        let held = isHeld ? try other.existingObject(with: id) : nil
        let first = try MusicStack.saved(by: context) { _ = deleteAndUndo(id, in: context) }
        other.mergeChanges(fromContextDidSave: first)
        #expect(list.fetchedObjects?.isEmpty == true)
        let second = try MusicStack.save(context)
        other.mergeChanges(fromContextDidSave: second)
        #expect(list.fetchedObjects?.map { $0.text("title") } == ["a"])
        #expect(list.fetchedObjects?.first?.objectID == id)
        withExtendedLifetime(held) {}
      }
    }
  }

  /// Its row continues the version of the deleted row. Otherwise the two could not be distinguished.
  @Test("Who has seen the object before is in conflict with the one that came again", arguments: MusicStack.types)
  func conflict(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.saveNina().album.objectID
      try stack.run { (other) throws in
        let seen = try other.existingObject(with: id)
        _ = seen.text("title")
        let album = deleteAndUndo(id, in: context)
        album.setValue("new", forKey: "title")
        try context.save()
        #expect(album.row?.version == 2)
        seen.setValue(7, forKey: "year")
        let error = #expect(throws: NSError.self) { try other.save() }
        #expect(error?.code == NSManagedObjectMergeError)
        other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try other.save()
        #expect(seen.text("title") == "new" && seen.text("year") == "7")
        album.setValue("newer", forKey: "title")
        #expect(throws: NSError.self) { try context.save() }
      }
    }
  }
}
