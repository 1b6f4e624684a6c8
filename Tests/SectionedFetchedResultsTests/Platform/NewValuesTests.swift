import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// An object whose `changedValuesForCurrentEvent()` returns the new values, as Apple's documentation describes.
final class NewValuesEntry: NSManagedObject {
  override func changedValuesForCurrentEvent() -> [String: Any] {
    super.changedValuesForCurrentEvent().reduce(into: [:]) { $0[$1.key] = value(forKey: $1.key) ?? NSNull() }
  }
}

/// In these tests, `changedValuesForCurrentEvent()` returns the values that were set, as Apple's documentation
/// describes.
@Suite("An event's values may be the new ones")
struct NewValuesTests {
  /// A folder with one entry, saved.
  private struct Fixture {
    let container: NSPersistentContainer
    let context: NSManagedObjectContext
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.Recorder { $0.value(forKey: "name") as? String ?? "" }

    init() throws {
      let folder = NSEntityDescription("Folder", [NSAttributeDescription("name", .stringAttributeType)])
      let entry = NSEntityDescription("Entry", [NSAttributeDescription("name", .stringAttributeType)])
      entry.managedObjectClassName = NSStringFromClass(NewValuesEntry.self)
      folder.relate("entries", .many, to: entry, "folder", .one)
      container = try .inMemory([folder, entry])
      context = container.newBackgroundContext()
      controller = MusicLibrary.Controller("Entry", by: "folder.name", in: "Folder", sortedBy: "name", context)
      controller.delegate = recorder
      let (context, controller) = (context, controller)
      try context.performAndWait {
        let parent = NSManagedObject(entity: folder, insertInto: context)
        parent.setValue("F", forKey: "name")
        let child = NewValuesEntry(entity: entry, insertInto: context)
        child.setValue("a", forKey: "name")
        child.setValue(parent, forKey: "folder")
        try context.save()
        try controller.performFetch()
      }
    }

    /// Sets the name of the entry, and returns what was reported to the delegate.
    func name(_ name: String) -> [String] {
      context.performAndWait {
        controller.object(at: IndexPath(indexes: [0, 0])).setValue(name, forKey: "name")
        context.processPendingChanges()
      }
      return context.performAndWait { recorder.take() }
    }
  }

  @Test func aChangeIsReportedWhateverTheEventSays() throws {
    let fixture = try Fixture()
    #expect(fixture.name("a") == [])
    #expect(fixture.name("b") == ["will", "item update [0, 0] b", "did"])
    #expect(fixture.name("b") == [])
    // The store has this value, too, but the object changes in this event.
    #expect(fixture.name("a") == ["will", "item update [0, 0] a", "did"])
    try fixture.context.performAndWait { try fixture.context.save() }
    #expect(fixture.name("c") == ["will", "item update [0, 0] c", "did"])
  }
}
