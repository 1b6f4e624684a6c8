import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Apple's inner controller distinguishes groups by their texts, and different values may have the same text.
@Suite("Sections whose keys have one text are two")
struct SharedNameTests {
  enum Keys: CaseIterable {
    /// Two dates that are a quarter of a second apart. The text of a date has whole seconds.
    case dates
    /// Two numbers that differ in one bit. The text of a number has sixteen digits.
    case doubles

    var type: NSAttributeType { self == .dates ? .dateAttributeType : .doubleAttributeType }

    var values: [Any] {
      switch self {
      case .dates: [1000.0, 1000.25].map { Date(timeIntervalSinceReferenceDate: $0) }
      case .doubles: [0.3, 0.3.nextUp]
      }
    }
  }

  /// The folders F and G with the entries f and g, and two more entries without a folder, all saved. A recorder is the
  /// controller's delegate.
  private struct Fixture {
    let container: NSPersistentContainer
    let context: NSManagedObjectContext
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.Recorder { $0.value(forKey: "name") as? String ?? "" }
    let folders: [NSManagedObject]
    let entries: [NSManagedObject]

    init(_ keys: Keys) throws {
      let folder = NSEntityDescription(
        "Folder", [NSAttributeDescription("name", .stringAttributeType), NSAttributeDescription("key", keys.type)])
      let entry = NSEntityDescription("Entry", [NSAttributeDescription("name", .stringAttributeType)])
      folder.relate("entries", .many, to: entry, "folder", .one)
      container = try .inMemory([folder, entry])
      context = container.newBackgroundContext()
      controller = MusicLibrary.Controller("Entry", by: "folder.key", in: "Folder", sortedBy: "name", context)
      controller.tracker.makeInnerController = {
        TextGroupsController(fetchRequest: $0, managedObjectContext: $1, sectionNameKeyPath: $2, cacheName: $3)
      }
      let (context, controller) = (context, controller)
      (folders, entries) = try context.performAndWait {
        let folders = zip(["F", "G"], keys.values).map { name, key in
          let object = NSManagedObject(entity: folder, insertInto: context)
          object.setValue(name, forKey: "name")
          object.setValue(key, forKey: "key")
          return object
        }
        let entries = ["f", "g", "x", "y"].enumerated().map { number, name in
          let object = NSManagedObject(entity: entry, insertInto: context)
          object.setValue(name, forKey: "name")
          if number < 2 { object.setValue(folders[number], forKey: "folder") }
          return object
        }
        try context.save()
        try controller.performFetch()
        return (folders, entries)
      }
      controller.delegate = recorder
    }

    var counts: [Int] { context.performAndWait { controller.allSections.map(\.numberOfObjects) } }

    /// Makes an edit, after which the list must equal a fresh fetch, and returns what was reported to the delegate.
    func record(sourceLocation: SourceLocation = #_sourceLocation, _ edit: () -> Void) throws -> [String] {
      try context.performAndWait {
        _ = recorder.take()
        edit()
        context.processPendingChanges()
        try expectCurrent(controller, sourceLocation: sourceLocation)
        #expect(recorder.errors.isEmpty, sourceLocation: sourceLocation)
        return recorder.take()
      }
    }
  }

  @Test(arguments: Keys.allCases) func eachItemIsInItsOwnSection(keys: Keys) throws {
    let fixture = try Fixture(keys)
    let (folders, entries) = (fixture.folders, fixture.entries)
    #expect(fixture.counts == [1, 1])
    #expect(
      try fixture.record { entries[2].setValue(folders[1], forKey: "folder") }
        == ["will", "item insert [1, 1] x", "did"])
    #expect(fixture.counts == [1, 2])
    #expect(
      try fixture.record { entries[0].setValue(folders[1], forKey: "folder") }
        == ["will", "item move [0, 0]→[1, 0] f", "did"])
    #expect(fixture.counts == [0, 3])
    #expect(
      try fixture.record { entries[1].setValue(folders[0], forKey: "folder") }
        == ["will", "item move [1, 1]→[0, 0] g", "did"])
    #expect(fixture.counts == [1, 2])
    #expect(
      try fixture.record { entries[1].setValue(nil, forKey: "folder") } == ["will", "item delete [0, 0] g", "did"])
    #expect(fixture.counts == [0, 2])
  }

  /// While two keys share a text, the controller compares the whole lists for each event. The event that waits
  /// meanwhile must not get lost.
  @Test(arguments: Keys.allCases) func twoEventsThatComeLateAreBothReported(keys: Keys) throws {
    let fixture = try Fixture(keys)
    let context = fixture.context
    context.performAndWait {
      fixture.controller.stopListening()
      for (entry, name) in zip(fixture.entries, ["f!", "g!"]) {
        entry.setValue(name, forKey: "name")
        context.processPendingChanges()
      }
      #expect(fixture.recorder.lines.isEmpty)
    }
    try context.performAndWait {
      try expectCurrent(fixture.controller)
      #expect(
        fixture.recorder.take().filter { $0.hasPrefix("item") } == ["item update [0, 0] f!", "item update [1, 0] g!"])
      #expect(fixture.recorder.errors.isEmpty)
    }
  }
}
