import Foundation
import Testing

@testable import CoreData

@Suite("Conflicts and merges between a context and its parent")
struct ParentConflictTests {
  @Test("What the parent has changed since is a conflict, which the policy settles", arguments: MusicStack.types)
  func conflicts(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tag = try root.insert("Tag", ["name": "a", "weight": 1])
      try root.save()
      func change() {
        let mine = child.mine(tag)
        child.refresh(mine, mergeChanges: false)
        tag.setValue("a", forKey: "name")
        mine.setValue("child", forKey: "name")
        tag.setValue("parent", forKey: "name")
        tag.setValue((tag.value(forKey: "weight") as? Int ?? 0) + 1, forKey: "weight")
      }
      change()
      let error = #expect(throws: NSError.self) { try child.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      let conflict = try #require(
        (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first)
      #expect(conflict.objectSnapshot?["name"] as? String == "a")
      #expect(conflict.cachedSnapshot?["name"] as? String == "parent")
      #expect(conflict.persistedSnapshot == nil)
      #expect(tag.text("name") == "parent" && child.mine(tag).text("name") == "child" && child.hasChanges)
      child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try child.save()
      #expect(tag.text("name") == "child" && tag.text("weight") == "2" && child.mine(tag).text("weight") == "2")
      change()
      child.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try child.save()
      #expect(tag.text("name") == "parent" && child.mine(tag).text("name") == "parent")
      change()
      child.mergePolicy = NSMergePolicy.overwrite
      try child.save()
      #expect(tag.text("name") == "child" && tag.text("weight") == "3")
      change()
      child.mergePolicy = NSMergePolicy.rollback
      try child.save()
      #expect(child.mine(tag).text("name") == "parent" && !child.hasChanges)
      try root.save()
      try family.stack.run { (other) throws in #expect(try other.texts("Tag", "name") == ["parent"]) }
    }
  }

  @Test("What the child has not changed may be otherwise in the parent", arguments: MusicStack.types)
  func otherProperty(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tag = try root.insert("Tag", ["name": "a", "weight": 1])
      try root.save()
      let mine = child.mine(tag)
      mine.setValue("child", forKey: "name")
      tag.setValue(2, forKey: "weight")
      try child.save()
      #expect(tag.text("name") == "child" && tag.text("weight") == "2")
      // Until the child reads the object again, a change of the same property is a conflict.
      mine.setValue(3, forKey: "weight")
      let changed = #expect(throws: NSError.self) { try child.save() }
      #expect(changed?.code == NSManagedObjectMergeError)
      // So is any change after `detectConflicts(for:)`, and a deletion.
      child.refresh(mine, mergeChanges: false)
      #expect(mine.text("weight") == "2")
      tag.setValue(4, forKey: "weight")
      mine.setValue("again", forKey: "name")
      child.detectConflicts(for: mine)
      let locked = #expect(throws: NSError.self) { try child.save() }
      #expect(locked?.code == NSManagedObjectMergeError)
      child.refresh(mine, mergeChanges: false)
      #expect(mine.text("weight") == "4")
      tag.setValue(5, forKey: "weight")
      child.delete(mine)
      let deleted = #expect(throws: NSError.self) { try child.save() }
      #expect(deleted?.code == NSManagedObjectMergeError && mine.isDeleted && !tag.isDeleted)
    }
  }

  @Test("What the parent has deleted is a conflict for a change, and none for a deletion", arguments: MusicStack.types)
  func deletedAbove(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tags = try ["a", "b", "c", "d"].map { try root.insert("Tag", ["name": $0]) }
      try root.save()
      let mine = tags.map { child.mine($0) }
      mine[0].setValue("A", forKey: "name")
      mine[1].setValue("B", forKey: "name")
      child.delete(mine[2])
      #expect(mine[3].text("name") == "d")
      for tag in tags { root.delete(tag) }
      #expect(throws: NSError.self) { try child.save() }
      child.refresh(mine[1], mergeChanges: false)
      child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try child.save()
      #expect(tags[0].text("name") == "A" && !tags[0].isDeleted)
      #expect(root.deletedObjects == Set(tags.dropFirst()))
      try root.save()
      try family.stack.run { (other) throws in #expect(try other.texts("Tag", "name") == ["A"]) }
    }
  }

  @Test("A child that merges automatically follows its siblings and its parent", arguments: MusicStack.types)
  func automatic(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    let sibling = Family.context(below: root)
    child.automaticallyMergesChangesFromParent = true
    root.automaticallyMergesChangesFromParent = true
    let trace = child.performAndWait { EventTrace(child) }
    child.performAndWait { child.retainsRegisteredObjects = true }
    let id = try sibling.performAndWait {
      let tag = try sibling.insert("Tag", ["name": "a"])
      try sibling.save()
      return tag.objectID
    }
    try child.performAndWait { () throws in
      #expect(trace.take() == ["+a stored"])
      #expect(try child.texts("Tag", "name") == ["a"])
    }
    // The child gets the parent's own changes with the parent's save.
    root.performAndWait { root.object(with: id).setValue("b", forKey: "name") }
    child.performAndWait { #expect(child.object(with: id).text("name") == "a") }
    try root.performAndWait { try root.save() }
    child.performAndWait {
      #expect(child.object(with: id).text("name") == "b")
      #expect(!child.object(with: id).objectID.isTemporaryID)
    }
    _ = trace.take()
    // The child gets another context's save to the store by way of the parent.
    try family.stack.saving { other in
      try other.all("Tag")[0].setValue("c", forKey: "name")
      try other.insert("Tag", ["name": "new"])
    }
    root.performAndWait {}
    child.performAndWait { #expect(trace.take() == ["+new ~a(name) stored"]) }
    try sibling.performAndWait {
      sibling.delete(sibling.object(with: id))
      try sibling.save()
    }
    try child.performAndWait { () throws in
      #expect(trace.take() == ["-a stored"])
      #expect(try child.texts("Tag", "name") == ["new"])
    }
  }

  @Test("A did-save notification is merged as what is there says", arguments: MusicStack.types)
  func notifications(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    let sibling = Family.context(below: root)
    try sibling.performAndWait {
      try family.run {
        let tags = try ["a", "b"].map { try root.insert("Tag", ["name": $0]) }
        try root.save()
        #expect(try child.texts("Tag", "name") == ["a", "b"])
        let mine = tags.map { child.mine($0) }
        #expect(mine.map { $0.text("name") } == ["a", "b"])
        sibling.mine(tags[0]).setValue("A", forKey: "name")
        sibling.delete(sibling.mine(tags[1]))
        let new = try sibling.insert("Tag", ["name": "c"])
        let posted = try MusicStack.save(sibling)
        child.mergeChanges(fromContextDidSave: posted)
        #expect(mine[0].text("name") == "A" && mine[1].managedObjectContext == nil)
        #expect(child.mine(new).text("name") == "c")
        // The parent already has these changes, but has not saved them.
        root.mergeChanges(fromContextDidSave: posted)
        #expect(root.deletedObjects == [tags[1]] && root.updatedObjects == [tags[0]])
        // Another context of the store has nothing to merge before the parent saves.
        try family.stack.run { (other) throws in
          let known = try other.all("Tag", by: "name")
          #expect(known.map { $0.text("name") } == ["a", "b"])
          other.mergeChanges(fromContextDidSave: posted)
          #expect(known.map { $0.text("name") } == ["a", "b"] && known.allSatisfy { !$0.isDeleted })
        }
      }
    }
  }

  @Test("What cannot be saved in the store is an error of the root, and stays there to be put right")
  func validation() throws {
    let family = try Family()
    try family.run {
      let track = try family.child.insert("Track")
      #expect(throws: NSError.self) { try family.child.save() }
      track.setValue("t", forKey: "title")
      try family.child.save()
      family.root.mine(track).setValue(nil, forKey: "title")
      #expect(throws: NSError.self) { try family.root.save() }
      family.root.mine(track).setValue("u", forKey: "title")
      try family.root.save()
      #expect(track.text("title") == "t" && !track.objectID.isTemporaryID)
    }
  }

  @Test("A parent without a store loses nothing of its child")
  func removedStore() throws {
    let family = try Family()
    try family.run {
      let tag = try family.root.insert("Tag", ["name": "a"])
      let mine = family.child.mine(tag)
      mine.setValue("b", forKey: "name")
      try family.stack.coordinator.remove(family.stack.store)
      family.child.parentLink.endReadTransaction()
      family.root.parentLink.endReadTransaction()
      #expect(throws: NSError.self) { try family.child.all("Tag") }
      try family.child.save()
      #expect(tag.text("name") == "b" && mine.text("name") == "b")
      #expect(throws: NSError.self) { try family.root.save() }
      #expect(tag.text("name") == "b" && tag.isInserted)
    }
  }
}
