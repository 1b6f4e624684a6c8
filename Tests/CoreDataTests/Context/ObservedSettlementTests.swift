import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A saved track and a new one take the code of a stored one. The policy gives the saved one its values back, which ends an
/// event.
@Suite("Conflicts that an observer changes while they are settled")
struct ObservedSettlementTests {
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
}
