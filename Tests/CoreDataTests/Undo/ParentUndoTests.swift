import Foundation
import Testing

@testable import CoreData

@Suite("Undoing in contexts with parents")
struct ParentUndoTests {
  /// Runs a test with a family whose store has Nina with the album a.
  private func run(
    _ type: String, _ body: (Family, _ album: NSManagedObject) throws -> Void
  ) throws {
    let family = try Family(type)
    try family.run { () throws in
      let album = try family.root.saveNina().1
      try body(family, family.child.mine(album))
    }
  }

  @Test("What a child has saved it can undo, and save again", arguments: MusicStack.types)
  func savedToTheParent(type: String) throws {
    try run(type) { family, album in
      let (root, child) = (family.root, family.child)
      child.undoManager = UndoManager()
      album.setValue("A", forKey: "title")
      let track = try child.insert("Track", ["title": "1", "album": album])
      try child.save()
      #expect(root.mine(album).text("tracks") == "[1]" && root.mine(album).text("title") == "A")
      child.undo()
      #expect(track.isDeleted && album.text("title") == "a" && album.text("tracks") == "[]")
      #expect(root.mine(album).text("tracks") == "[1]")
      try child.save()
      #expect(root.mine(album).text("tracks") == "[]" && root.mine(album).text("title") == "a")
      #expect(try root.texts("Track", "title").isEmpty)
      child.redo()
      #expect(track.managedObjectContext === child && album.text("tracks") == "[1]")
      try child.save()
      try root.save()
      #expect(try root.texts("Track", "title") == ["1"])
      #expect(!track.objectID.isTemporaryID)
      child.undo()
      try child.save()
      try root.save()
      #expect(try root.texts("Track", "title").isEmpty)
    }
  }

  @Test("What a child saves, its parent can undo as one event", arguments: MusicStack.types)
  func undoneInTheParent(type: String) throws {
    try run(type) { family, album in
      let (root, child) = (family.root, family.child)
      root.undoManager = UndoManager()
      album.setValue("A", forKey: "title")
      try child.insert("Track", ["title": "1", "album": album])
      try child.save()
      root.processPendingChanges()
      album.setValue("B", forKey: "title")
      try child.save()
      root.undo()
      #expect(root.mine(album).text("title") == "A" && root.mine(album).text("tracks") == "[1]")
      root.undo()
      #expect(root.mine(album).text("title") == "a" && root.mine(album).text("tracks") == "[]")
      #expect(!root.hasChanges && root.undoManager?.canUndo == false)
    }
  }

  @Test("A child's list follows what its parent undoes, redoes and saves", arguments: MusicStack.types)
  func listsBelow(type: String) throws {
    let stack = try MusicStack(type)
    let root = stack.newContext()
    let child = Family.context(below: root)
    child.automaticallyMergesChangesFromParent = true
    try root.edit { () throws in
      root.undoManager = UndoManager()
      _ = try root.insert("Track", ["title": "1"])
      try root.save()
    }
    let delegate = Follower()
    let controller = try child.edit { try child.tracks(delegate: delegate) }
    func shown() -> String { child.edit { controller.text } }
    let before = shown()
    try root.edit { () throws in
      try root.insert("Track", ["title": "2"])
      try root.save()
    }
    child.edit {}
    let after = shown()
    #expect(before != after)
    for (step, expected) in [(root.undo, before), (root.redo, after)] {
      try root.edit { () throws in
        step()
        try root.save()
      }
      child.edit {}
      #expect(shown() == expected)
    }
  }

  private final class Follower: NSObject, NSFetchedResultsControllerDelegate {}
}
