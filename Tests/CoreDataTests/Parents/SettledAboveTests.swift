import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A child has saved tracks to its parent, but the parent's save writes less: a policy gives a disputed code to another
/// track, or the parent has reverted the changes. Each test compares a list of the child's tracks with a fetch.
@Suite("What a parent's save drops reaches the contexts below")
struct SettledAboveTests {
  let family: Family
  let list: NSFetchedResultsController<NSManagedObject>
  // A delegate, because a list without one does not follow.
  private let listener = SilentDelegate()

  init() throws {
    family = try Family()
    let (root, child) = (family.root, family.child)
    child.automaticallyMergesChangesFromParent = true
    let listener = listener
    list = try family.run { () throws in
      for (title, code) in [("a", "1"), ("b", "2")] { try root.insert("Track", ["title": title, "code": code]) }
      try root.save()
      return try child.tracks(delegate: listener)
    }
  }

  /// Saves the parent, lets the child follow, and compares the child's tracks.
  private func saveAndCompare(_ titles: [String]) throws {
    let (root, child) = (family.root, family.child)
    try root.performAndWait { () throws in try root.save() }
    try child.performAndWait { () throws in
      #expect(try child.texts("Track", "title").sorted() == titles)
      #expect((list.fetchedObjects ?? []).map { $0.text("title") } == titles)
    }
  }

  /// Two tracks have the same code. The parent deletes the new one, which was never stored.
  @Test(arguments: [NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType])
  func aNewObjectThatGivesWay(policy: NSMergePolicyType) throws {
    let (root, child) = (family.root, family.child)
    root.mergePolicy = NSMergePolicy(merge: policy)
    let new = try child.performAndWait { () throws in
      let new = try child.insert("Track", ["title": "c", "code": "1"])
      try child.save()
      return new
    }
    try saveAndCompare(["a", "b"])
    child.performAndWait { #expect(new.managedObjectContext == nil) }
  }

  /// The parent deletes the stored track instead.
  @Test func aStoredObjectThatGivesWay() throws {
    let (root, child) = (family.root, family.child)
    root.mergePolicy = NSMergePolicy.overwrite
    try child.performAndWait { () throws in
      try child.insert("Track", ["title": "c", "code": "1"])
      try child.save()
    }
    try saveAndCompare(["b", "c"])
  }

  /// The child gives a track the code of another one. All its changes of that track are dropped.
  @Test(arguments: [true, false]) func changesThatAreDropped(isHeld: Bool) throws {
    let (root, child) = (family.root, family.child)
    root.mergePolicy = NSMergePolicy.rollback
    var held: [NSManagedObject] = []
    try child.performAndWait { () throws in
      let track = try #require(try child.all("Track", by: "title").last)
      track.setValue("z", forKey: "title")
      track.setValue("1", forKey: "code")
      try child.save()
      // Otherwise the child has only the key of the track when it is notified.
      if isHeld { held = [track] }
    }
    try saveAndCompare(["a", "b"])
    withExtendedLifetime(held) {}
  }

  /// The parent has nothing left to save, but the child still has the object.
  @Test func anObjectThatTheParentDeletesBeforeItIsStored() throws {
    let (root, child) = (family.root, family.child)
    try child.performAndWait { () throws in
      try child.insert("Track", ["title": "c"])
      try child.save()
    }
    try root.performAndWait { () throws in
      let new = try #require(try root.all("Track", by: "title").last)
      root.delete(new)
    }
    try saveAndCompare(["a", "b"])
  }

  @Test func aValueThatTheParentSetsBack() throws {
    let (root, child) = (family.root, family.child)
    try child.performAndWait { () throws in
      try child.all("Track", by: "title").last?.setValue("z", forKey: "title")
      try child.save()
    }
    try root.performAndWait { () throws in
      let track = try #require(try root.all("Track", by: "title").last)
      #expect(track.text("title") == "z")
      track.setValue("b", forKey: "title")
    }
    try saveAndCompare(["a", "b"])
  }

  /// A child that does not merge automatically gets these changes from the notification.
  @Test func theNotificationOfTheSaveHasIt() throws {
    let (root, child) = (family.root, family.child)
    child.automaticallyMergesChangesFromParent = false
    root.mergePolicy = NSMergePolicy.rollback
    try child.performAndWait { () throws in
      try child.insert("Track", ["title": "c", "code": "1"])
      try child.save()
    }
    let saved = try root.posting { _ in }
    child.performAndWait { if let saved { child.mergeChanges(fromContextDidSave: saved) } }
    try saveAndCompare(["a", "b"])
  }
}
