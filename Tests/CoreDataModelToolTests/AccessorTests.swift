import CoreData
import Foundation
import TestTraits
import Testing

@testable import Notes

/// The accessors of the classes in `Fixtures/Notes`. `Folder` has `@NSManaged` properties; those of `Note` and `Tag`
/// are generated.
@Suite("Generated accessors")
struct AccessorTests {
  private static let model: NSManagedObjectModel? = {
    let file = ProgramRun.repository.appendingPathComponent("Fixtures/Notes/Notes.xcdatamodeld")
    let model = NSManagedObjectModel(contentsOf: file)
    for entity in model?.entities ?? [] {
      entity.managedObjectClassName = "Notes." + (entity.managedObjectClassName as String)
    }
    return model
  }()

  private func inContext(_ body: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try #require(Self.model))
    _ = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try body(context) }
  }

  @Test("Every type of value is read as it was set, and as value(forKey:) has it")
  func values() throws {
    try inContext { context in
      let note = Note(context: context)
      let tag = Notes.Tag(context: context)
      let folder = Folder(context: context)
      #expect(note.title == nil && note.created == nil && note.link == nil && note.attachment == nil)
      #expect(note.rating == nil && note.price == 0 && note.pinned == false && tag.weight == 1)
      #expect(folder.name == "Untitled" && folder.order == 0 && folder.color == .none)
      note.title = "Title"
      note.created = Date(timeIntervalSinceReferenceDate: 1.5)
      note.link = URL(string: "https://example.com")
      note.attachment = Data([1, 2])
      note.rating = 2.5
      note.price = NSDecimalNumber(string: "1.10")
      note.pinned = true
      tag.weight = 0.5
      tag.name = "tag"
      folder.name = "Folder"
      folder.order -= 3
      folder.color = .red
      #expect(note.title == "Title" && note.value(forKey: "title") as? String == "Title")
      #expect(note.created == Date(timeIntervalSinceReferenceDate: 1.5))
      #expect(note.value(forKey: "created") as? Date == note.created)
      #expect(note.link?.absoluteString == "https://example.com")
      #expect(note.attachment == Data([1, 2]) && note.rating == 2.5)
      #expect(note.price == NSDecimalNumber(string: "1.10") && note.pinned)
      #expect(note.value(forKey: "pinned") as? Bool == true)
      #expect(tag.weight == 0.5 && tag.value(forKey: "weight") as? NSNumber == 0.5)
      #expect(folder.name == "Folder" && folder.order == -3 && folder.color == .red)
      #expect(folder.value(forKey: "color") as? Int == 1)
      note.title = nil
      note.rating = nil
      note.link = nil
      #expect(note.title == nil && note.rating == nil && note.link == nil)
    }
  }

  @Test("A change is recorded as one by key, a primitive one is not")
  func changes() throws {
    try inContext { context in
      let folder = Folder(context: context)
      let id = try #require(folder.id)
      try context.save()
      folder.order = 0
      #expect(!folder.hasChanges)
      folder.primitiveId = UUID()
      #expect(!folder.isUpdated && folder.id != id)
      folder.order = 2
      folder.name += "!"
      #expect(folder.changedValues().keys.sorted() == ["id", "name", "order"])
      context.rollback()
      #expect(folder.id == id && folder.name == "Untitled")
    }
  }

  @Test("Objects are reached through relationships by their classes, and the inverse follows")
  func relationships() throws {
    try inContext { context in
      let (folder, outer) = (Folder(context: context), Folder(context: context))
      #expect(folder.parent == nil && folder.subfolders == [] && folder.notes?.count == 0)
      folder.parent = outer
      #expect(outer.subfolders == [folder] && folder.parent === outer)
      outer.subfolders?.remove(folder)
      #expect(folder.parent == nil)
      outer.addToSubfolders(folder)
      #expect(folder.parent === outer)
      outer.removeFromSubfolders(NSSet(object: folder))
      #expect(folder.parent == nil)
      let (note, tags) = (Note(context: context), [Notes.Tag(context: context), Notes.Tag(context: context)])
      note.addToTags(NSSet(array: tags))
      #expect(note.tags as? Set<Notes.Tag> == Set(tags) && tags[0].notes as? Set<Note> == [note])
      note.removeFromTags(tags[0])
      tags[1].removeFromNotes(NSSet(object: note))
      #expect(note.tags?.count == 0)
    }
  }

  /// The folder has the notes a, b, c, d and e.
  @Test("An ordered relationship is changed by index")
  func order() throws {
    try inContext { context in
      let folder = Folder(context: context)
      let notes = ["a", "b", "c", "d", "e"].map { title in
        let note = Note(context: context)
        note.title = title
        return note
      }
      func titles() -> String { folder.notes?.compactMap { ($0 as? Note)?.title }.joined() ?? "" }
      func indexes(_ places: [Int]) -> NSIndexSet {
        let set = NSMutableIndexSet()
        for place in places { set.add(place) }
        return set
      }
      folder.addToNotes(NSOrderedSet(array: Array(notes[0...2])))
      #expect(titles() == "abc")
      folder.insertIntoNotes(notes[3], at: 1)
      #expect(titles() == "adbc" && notes[3].folder === folder)
      folder.removeFromNotes(at: 0)
      #expect(titles() == "dbc" && notes[0].folder == nil)
      folder.insertIntoNotes([notes[0], notes[4]], at: indexes([0, 4]))
      #expect(titles() == "adbce")
      folder.removeFromNotes(at: indexes([1, 3]))
      #expect(titles() == "abe")
      folder.replaceNotes(at: 1, with: notes[3])
      #expect(titles() == "ade" && notes[1].folder == nil)
      folder.replaceNotes(at: indexes([0, 2]), with: [notes[1], notes[2]])
      #expect(titles() == "bdc")
      folder.removeFromNotes(NSOrderedSet(array: [notes[1], notes[2]]))
      folder.removeFromNotes(notes[3])
      #expect(titles() == "")
    }
  }

  @Test("The entity's request and its identity are there; key paths name the properties")
  func requests() throws {
    try inContext { context in
      for name in ["b", "a"] { Notes.Tag(context: context).name = name }
      try context.save()
      let request: NSFetchRequest<Notes.Tag> = Notes.Tag.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Notes.Tag.name, ascending: true)]
      let tags = try context.fetch(request)
      #expect(tags.map(\.name) == ["a", "b"])
      #expect(tags[0].id == ObjectIdentifier(tags[0]))
      #expect(NSSortDescriptor(keyPath: \Folder.order, ascending: true).key == "order")
      #expect(NSSortDescriptor(keyPath: \Folder.color, ascending: true).key == "color")
      #expect(NSSortDescriptor(keyPath: \Folder.notes, ascending: true).key == "notes")
    }
  }

  @Test("A value that the declared type does not have stops the program and names the property", .startsProcesses)
  func wrongValues() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try AccessorTests().inContext { context in
        let folder = Folder(context: context)
        folder.setValue(77, forKey: "color")
        _ = folder.color
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Folder.color is 77, which FolderColor does not have."), "\(text)")
  }
}
