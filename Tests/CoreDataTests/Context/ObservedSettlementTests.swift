import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A saved track and a new one get the code of another stored track. The merge policy restores the values of the saved
/// track, which ends an event within the save.
@Suite("Conflicts that an observer changes while they are settled")
struct ObservedSettlementTests {
  private final class IDs { var all: [NSManagedObjectID] = [] }

  @Test func aNewObjectThatIsDeletedMeanwhile() throws {
    let stack = try MusicStack()
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.rollback
      try context.insert("Track", ["title": "a", "code": "1"])
      let saved = try context.insert("Track", ["title": "b", "code": "2"])
      try context.save()
      saved.setValue("1", forKey: "code")
      let new = UncheckedTransfer(try context.insert("Track", ["title": "c", "code": "1"]))
      context.processPendingChanges()
      let observed = UncheckedTransfer(context)
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in
        if new.value.managedObjectContext != nil, !new.value.isDeleted { observed.value.delete(new.value) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.save()
      #expect(try context.texts("Track", "title") == ["a", "b"])
      #expect(saved.text("code") == "2")
    }
  }

  /// The policy's changes are reported in the middle of the save. Then a list obtains permanent IDs for the objects
  /// that it shows.
  @Test("A new object gets its permanent ID meanwhile, and is saved with it", arguments: MusicStack.types)
  func aNewObjectThatGetsItsID(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.rollback
      try context.insert("Track", ["title": "a", "code": "1"])
      let saved = try context.insert("Track", ["title": "b", "code": "2"])
      try context.save()
      saved.setValue("1", forKey: "code")
      let album = try context.insert("Album", ["title": "new"])
      let track = try context.insert("Track", ["title": "c", "code": "3"])
      track.setValue(album, forKey: "album")
      context.processPendingChanges()
      let new = UncheckedTransfer([album, track])
      let observed = UncheckedTransfer(context)
      let obtained = UncheckedTransfer(IDs())
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in
        guard obtained.value.all.isEmpty else { return }
        do { try observed.value.obtainPermanentIDs(for: new.value) } catch { Issue.record(error) }
        obtained.value.all = new.value.map(\.objectID)
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.save()
      let ids = obtained.value.all
      #expect(ids == [album.objectID, track.objectID] && ids.allSatisfy { !$0.isTemporaryID })
      #expect(saved.text("code") == "2")
      let other = stack.newContext()
      try other.performAndWait { () throws in
        #expect(try other.texts("Track", "title") == ["a", "b", "c"])
        let stored = try #require(try other.existingObject(with: ids[1]).value(forKey: "album") as? NSManagedObject)
        #expect(stored.objectID == ids[0])
      }
    }
  }
}
