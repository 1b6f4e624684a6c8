import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

@MainActor
@Suite("Browsing with edits") struct BrowseEditTests {
  /// Returns the titles of the tracks in the file, each with its album.
  private func saved(_ store: MusicStore) throws -> [String] {
    let context = try ToolStore.open(store.path, model: nil, access: .readOnly).newContext()
    return try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      return try context.fetch(request).map { track in
        let album = (track.value(forKey: "album") as? NSManagedObject)?.value(forKey: "title") as? String
        return "\(track.value(forKey: "title") as? String ?? "–") \(album ?? "–")"
      }.sorted()
    }
  }

  private func browsing(_ store: MusicStore) throws -> Browsing {
    try Browsing(store.path, edit: true) { $0.showTracksByAlbum() }
  }

  @Test func aValueIsTypedAndSaved() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a1")
    browsing.press(.enter)
    browsing.go(to: "title")
    browsing.press(.enter)
    #expect(browsing.lastLine == "title: a1")
    browsing.press(.control("u"))
    browsing.type("a9")
    browsing.press(.enter, .escape)
    #expect(browsing.names.prefix(5) == ["title", "▾ A", "a2", "a3", "*"], "\(browsing.lines)")
    #expect(try saved(store).contains("a1 A"))
    browsing.type("s")
    #expect(browsing.lastLine == "Saved.")
    #expect(try saved(store).contains("a9 A"))
    browsing.look()
    #expect(browsing.lastLine == "Saved.", "its own save is no news")
  }

  @Test func aValueOfAnotherTypeIsAskedForAgain() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a1")
    browsing.press(.enter)
    browsing.go(to: "position")
    browsing.press(.enter)
    browsing.type("x")
    browsing.press(.enter)
    #expect(browsing.lines.suffix(4).joined().contains("is no value for Track.position"))
    #expect(browsing.lastLine == "position: 0x")
    browsing.press(.control("u"))
    browsing.type("17")
    browsing.press(.enter)
    #expect(browsing.list.contains { $0.hasPrefix("position") && $0.hasSuffix("17") })
    browsing.go(to: "position")
    browsing.type("x")
    #expect(browsing.list.contains { $0.hasPrefix("position") && $0.hasSuffix("–") })
  }

  @Test func anObjectIsInsertedIntoTheSectionOfTheCursor() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "B")
    browsing.type("i")
    #expect(browsing.list.contains { $0.hasPrefix("album") && $0.contains("→ B") })
    browsing.go(to: "title")
    browsing.press(.enter)
    browsing.type("b1")
    browsing.press(.enter, .character("s"))
    #expect(try saved(store).contains("b1 B"))
  }

  @Test func editsAreUndoneAndDoneAgainOneByOne() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a2")
    browsing.type("d")
    browsing.go(to: "a3")
    browsing.type("x")
    #expect(try browsing.model.store.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")).count == 5)
    browsing.type("u")
    #expect(browsing.lastLine == "One edit is undone. U redoes it.")
    #expect(!browsing.names.contains("a2") && browsing.names.contains("a3"))
    browsing.type("U")
    #expect(browsing.lastLine == "Redone.")
    browsing.type("Usuu")
    for title in ["* a2", "* a3"] {
      #expect(browsing.lines.contains { $0.contains(title) }, "what is saved is undone, too: \(browsing.lines)")
    }
    #expect(try saved(store).count == 5)
    browsing.type("s")
    #expect(try saved(store).count == 6)
    browsing.type("UU")
    #expect(!browsing.names.contains("a2"))
    browsing.type("U")
    #expect(browsing.lastLine == "There is nothing to redo.")
  }

  @Test func anObjectIsDeletedAndAllIsUndone() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a2")
    browsing.type("d")
    #expect(!browsing.names.contains("a2"))
    #expect(browsing.lines.suffix(2).joined().contains("is deleted"))
    browsing.type("u")
    #expect(browsing.names.contains("a2"))
    browsing.type("u")
    #expect(browsing.lastLine == "There is nothing to undo.")
    #expect(try saved(store).count == 6)
  }

  @Test func anItemMovesToASectionThatIsChosen() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a2")
    browsing.type("m")
    #expect(browsing.title.hasPrefix("Choose album"))
    browsing.go(to: "B")
    browsing.press(.enter)
    #expect(browsing.cursorLine.contains("a2"), "the cursor goes along: \(browsing.lines)")
    browsing.type("s")
    #expect(try saved(store).contains("a2 B"))
    // Removes the track from its section.
    browsing.go(to: "a1")
    browsing.type("x")
    #expect(browsing.title.hasSuffix("3 items"))
  }

  @Test func whatIsNotSavedIsAskedAbout() throws {
    for (answer, remains) in [(TerminalKey.character("s"), 5), (.character("d"), 6)] {
      let store = try MusicStore()
      let browsing = try browsing(store)
      browsing.go(to: "a2")
      browsing.type("dq")
      #expect(!browsing.model.isDone)
      browsing.press(.escape)
      browsing.type("q")
      browsing.press(answer)
      #expect(browsing.model.isDone)
      #expect(try saved(store).count == remains)
    }
  }

  @Test func theQuestionStaysUntilItIsAnswered() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.look()
    let question = "There are changes that are not saved."
    browsing.go(to: "a2")
    browsing.type("dqq")
    #expect(!browsing.model.isDone, "a key that the question does not name is no answer")
    #expect(browsing.lines.suffix(2).joined().hasPrefix(question), "\(browsing.lines)")
    try store.write { MusicStore.insert("Track", ["title": "u3"], into: $0) }
    browsing.look()
    #expect(browsing.lines.suffix(2).joined().hasPrefix(question), "\(browsing.lines)")
    browsing.type("nyi")
    browsing.press(.enter, .mouse(TerminalMouse(.doubleClick, row: 3, column: 5)), .resize)
    #expect(browsing.lines.suffix(2).joined().hasPrefix(question), "\(browsing.lines)")
    browsing.press(.escape)
    #expect(browsing.lastLine == "Another process wrote to the store.", "what came meanwhile is said after it")
    browsing.type("qs")
    #expect(browsing.model.isDone)
    #expect(try saved(store).count == 6)
  }

  @Test func ctrlCEndsAtOnceWithoutSaving() throws {
    let store = try MusicStore()
    for keys in [[], [TerminalKey.character("q")], [.enter, .enter]] {
      let browsing = try browsing(store)
      browsing.go(to: "a2")
      browsing.type("d")
      for key in keys { browsing.press(key) }
      browsing.press(.control("c"))
      #expect(browsing.model.isDone)
    }
    #expect(try saved(store).count == 6)
  }

  @Test func whatIsInsertedInTheWrongPlaceLeavesNothing() throws {
    let store = try MusicStore()
    try store.write { MusicStore.insert("Artist", ["name": "X"], into: $0) }
    let browsing = try Browsing(store.path, edit: true) { ($0.items, $0.by) = ("Track", "album.artist") }
    browsing.go(to: "X")
    browsing.type("i")
    #expect(browsing.model.status?.isError == true, "\(browsing.lines)")
    #expect(!browsing.model.store.context.hasChanges)
    browsing.type("s")
    #expect(browsing.lastLine == "There is nothing to save.")
    #expect(try saved(store).count == 6)
  }

  @Test func nothingIsInsertedForAnObjectThatIsGone() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.look()
    browsing.go(to: "C")
    browsing.press(.enter)
    browsing.go(to: "tracks")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("tracks of C"))
    try store.write { context in
      for album in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      where album.value(forKey: "title") as? String == "C" { context.delete(album) }
    }
    browsing.look()
    browsing.type("i")
    #expect(browsing.lastLine == "This object is deleted.", "\(browsing.lines)")
    #expect(!browsing.model.store.context.hasChanges)
  }

  @Test func whatIsChosenMustStillBeThere() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.look()
    browsing.go(to: "c1")
    browsing.type("m")
    browsing.go(to: "B")
    try store.write { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'c1'")
      for track in try context.fetch(request) { context.delete(track) }
    }
    browsing.look()
    browsing.press(.enter)
    #expect(browsing.lastLine == "This object is deleted.", "\(browsing.lines)")
    #expect(browsing.model.status?.isError == true && !browsing.model.store.context.hasChanges)
  }

  /// Makes a store of notes with a required text.
  private func notes(_ folder: TemporaryFolder) throws -> String {
    let text = NSAttributeDescription()
    (text.name, text.attributeType, text.isOptional) = ("text", .stringAttributeType, false)
    let note = NSEntityDescription()
    (note.name, note.properties) = ("Note", [text])
    let model = NSManagedObjectModel()
    model.entities = [note]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: folder.file("Notes.sqlite"))
    try coordinator.remove(store)
    return folder.file("Notes.sqlite").path
  }

  private func texts(_ path: String) throws -> [String?] {
    let context = try ToolStore.open(path, model: nil, access: .readOnly).newContext()
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).map { $0.value(forKey: "text") as? String }
    }
  }

  @Test func aSaveThatFailsIsSaidAndNothingIsLost() throws {
    let folder = try TemporaryFolder()
    let path = try notes(folder)
    let browsing = try Browsing(path, edit: true) { $0.items = "Note" }
    browsing.type("i")
    browsing.type("s")
    #expect(browsing.model.status?.isError == true, "\(browsing.lines)")
    #expect(browsing.lines.suffix(3).joined().contains("text"), "what is missing is named: \(browsing.lines)")
    #expect(try texts(path).isEmpty)
    // The inserted note still exists, and is saved when it is valid.
    #expect(browsing.model.store.context.insertedObjects.count == 1)
    browsing.go(to: "text")
    browsing.press(.enter)
    browsing.type("mine")
    browsing.press(.enter)
    browsing.type("s")
    #expect(browsing.lastLine == "Saved.", "\(browsing.lines)")
    #expect(try texts(path) == ["mine"])
  }

  @Test func whatAnotherProcessWroteIsTakenInBeforeASaveAndTheEditWins() throws {
    let store = try MusicStore()
    let browsing = try browsing(store)
    browsing.go(to: "a1")
    browsing.press(.enter)
    browsing.go(to: "title")
    browsing.press(.enter)
    browsing.type("+")
    browsing.press(.enter)
    try store.write { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'a1'")
      let track = try #require(try context.fetch(request).first)
      track.setValue("other", forKey: "title")
      track.setValue(70, forKey: "position")
    }
    browsing.type("s")
    #expect(browsing.lastLine == "Saved.")
    #expect(try saved(store).contains("a1+ A"))
    #expect(browsing.list.contains { $0.hasPrefix("position") && $0.hasSuffix("70") }, "\(browsing.lines)")
  }
}
