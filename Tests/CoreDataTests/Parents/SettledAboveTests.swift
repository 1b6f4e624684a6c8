import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A child has saved tracks to its parent, and the parent's save writes less than that: a policy settles whose code it
/// is, or the parent has changed its mind. A list of the child, of tracks by title, is compared with a fetch.
@Suite("What a parent's save drops reaches the contexts below")
struct SettledAboveTests {
  let family: Family
  let list: NSFetchedResultsController<NSManagedObject>
  // A list is followed while an observer is notified.
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

  /// Saves the parent, has the child follow, and compares.
  private func saveAndCompare(_ titles: [String]) throws {
    let (root, child) = (family.root, family.child)
    try root.performAndWait { () throws in try root.save() }
    try child.performAndWait { () throws in
      #expect(try child.texts("Track", "title").sorted() == titles)
      #expect((list.fetchedObjects ?? []).map { $0.text("title") } == titles)
    }
  }

  /// The new one of two tracks with one code is deleted in the parent, and was never stored.
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

  /// The stored one is deleted instead.
  @Test func aStoredObjectThatGivesWay() throws {
    let (root, child) = (family.root, family.child)
    root.mergePolicy = NSMergePolicy.overwrite
    try child.performAndWait { () throws in
      try child.insert("Track", ["title": "c", "code": "1"])
      try child.save()
    }
    try saveAndCompare(["b", "c"])
  }

  /// All that the child has changed of a track is dropped with the code that another has.
  @Test(arguments: [true, false]) func changesThatAreDropped(isHeld: Bool) throws {
    let (root, child) = (family.root, family.child)
    root.mergePolicy = NSMergePolicy.rollback
    var held: [NSManagedObject] = []
    try child.performAndWait { () throws in
      let track = try #require(try child.all("Track", by: "title").last)
      track.setValue("z", forKey: "title")
      track.setValue("1", forKey: "code")
      try child.save()
      // Else the child has only its key when it is notified.
      if isHeld { held = [track] }
    }
    try saveAndCompare(["a", "b"])
    withExtendedLifetime(held) {}
  }

  /// Nothing is left to be saved, and the child has what the parent has not.
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

  /// A child that does not merge by itself has it in the notification.
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
