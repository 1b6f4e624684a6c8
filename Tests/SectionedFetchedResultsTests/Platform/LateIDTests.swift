import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// An object that can keep its temporary ID when it is saved, as Apple's objects do in a child context.
final class LateEntry: NSManagedObject {
  var isLate = true
  private var first: NSManagedObjectID?

  override var objectID: NSManagedObjectID {
    let id = super.objectID
    if first == nil { first = id }
    return isLate ? first ?? id : id
  }
}

/// The code for Apple platforms asks objects for their IDs. Our own Core Data says when IDs change.
@Suite(
  "IDs that become permanent without a save are reported with what is reported next",
  .enabled(if: PublicInterface.isAllThereIs, "Our own context says which IDs became permanent."))
struct LateIDTests {
  /// A folder with an entry that was inserted and saved, and still has its temporary ID.
  private struct Fixture {
    let container: NSPersistentContainer
    let context: NSManagedObjectContext
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.Recorder { $0.value(forKey: "name") as? String ?? "" }
    let parent: NSManagedObject
    let entry: LateEntry

    init() throws {
      let folder = NSEntityDescription("Folder", [NSAttributeDescription("name", .stringAttributeType)])
      let kind = NSEntityDescription("Entry", [NSAttributeDescription("name", .stringAttributeType)])
      kind.managedObjectClassName = NSStringFromClass(LateEntry.self)
      folder.relate("entries", .many, to: kind, "folder", .one)
      container = try .inMemory([folder, kind])
      context = container.newBackgroundContext()
      controller = MusicLibrary.Controller("Entry", by: "folder.name", in: "Folder", sortedBy: "name", context)
      controller.delegate = recorder
      let (context, controller) = (context, controller)
      (parent, entry) = try context.performAndWait {
        let parent = NSManagedObject(entity: folder, insertInto: context)
        parent.setValue("F", forKey: "name")
        try context.save()
        try controller.performFetch()
        _ = controller.snapshot
        let entry = LateEntry(entity: kind, insertInto: context)
        entry.setValue("a", forKey: "name")
        entry.setValue(parent, forKey: "folder")
        context.processPendingChanges()
        try context.save()
        return (parent, entry)
      }
    }
  }

  @Test(arguments: ["event", "save", "merge"]) func theNextNewsBringsThem(news: String) throws {
    let fixture = try Fixture()
    let (context, controller, recorder) = (fixture.context, fixture.controller, fixture.recorder)
    let old = fixture.entry.objectID
    context.performAndWait {
      #expect(old.isTemporaryID)
      #expect(controller.snapshot.itemIDs(inSection: 0) == [old])
      #expect(recorder.renamings.isEmpty)
    }
    fixture.entry.isLate = false
    try context.performAndWait {
      // The event is about another object, so that it does not name the entry.
      if news != "merge" {
        NSManagedObject(entity: fixture.parent.entity, insertInto: context).setValue("G", forKey: "name")
      }
      if news == "save" { try context.save() }
      if news == "merge" {
        let nothing: [String: Set<NSManagedObjectID>] = [NSUpdatedObjectsKey: [fixture.parent.objectID]]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: nothing, into: [context])
      }
      context.processPendingChanges()
    }
    context.performAndWait {
      let new = fixture.entry.objectID
      #expect(!new.isTemporaryID)
      #expect(recorder.renamings.map(\.items.renamed).filter { !$0.isEmpty } == [[.init(old: old, new: new)]])
      #expect(controller.snapshot.itemIDs(inSection: 0) == [new])
      #expect(controller.object(at: IndexPath(indexes: [0, 0])) === fixture.entry)
    }
  }
}
