import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A parent that forgets while its child has unsaved changes")
struct ParentGoneTests {
  enum Way: CaseIterable { case reset, rollback }

  private func forget(_ context: NSManagedObjectContext, _ way: Way) {
    if way == .reset { context.reset() } else { context.rollback() }
  }

  /// The tag is stored. The parent reads it again, and gets the child's changes of it.
  @Test("What is stored takes the child's changes", arguments: MusicStack.types, Way.allCases)
  func stored(type: String, way: Way) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tag = try root.insert("Tag", ["name": "a", "weight": 1])
      try root.save()
      tag.setValue(2, forKey: "weight")
      let mine = child.mine(tag)
      mine.setValue("b", forKey: "name")
      let track = try child.insert("Track", ["title": "t"])
      track.setValue(Set([mine, try child.insert("Tag", ["name": "new"])]), forKey: "tags")
      forget(root, way)
      #expect(mine.text("name") == "b" && child.hasChanges)
      // The weight in the parent is no longer the one that the child has seen, but the child has changed only the name.
      try child.save()
      #expect(!child.hasChanges)
      try root.save()
    }
    try family.stack.run { (other) throws in
      #expect(try other.texts("Tag", "name") == ["b", "new"])
      #expect(try other.all("Tag", where: "name == 'b'").map { $0.text("weight") } == ["1"])
      #expect(try other.all("Track", where: "tags.@count == 2").map { $0.text("title") } == ["t"])
    }
  }

  /// Only the child still has the tag.
  @Test(
    "What is not stored is in conflict, and the rest is saved without it", arguments: MusicStack.types, Way.allCases)
  func unsaved(type: String, way: Way) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tag = try root.insert("Tag", ["name": "a"])
      let mine = child.mine(tag)
      #expect(mine.text("name") == "a")
      mine.setValue("b", forKey: "name")
      let new = try child.insert("Tag", ["name": "new"])
      forget(root, way)
      for _ in 0..<2 {
        let error = #expect(throws: NSError.self) { try child.save() }
        #expect(error?.code == NSManagedObjectMergeError)
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.map(\.sourceObject) == [mine])
        #expect(child.hasChanges && mine.text("name") == "b" && new.isInserted && !root.hasChanges)
      }
      child.delete(mine)
      try child.save()
      #expect(try root.texts("Tag", "name") == ["new"])
      try root.save()
    }
    try family.stack.run { (other) throws in #expect(try other.texts("Tag", "name") == ["new"]) }
  }

  @Test("What is below a context that was reset reads what is stored", arguments: MusicStack.types)
  func reading(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    let grandchild = Family.context(below: child)
    try grandchild.performAndWait {
      try family.run {
        let tag = try root.insert("Tag", ["name": "a"])
        try root.save()
        let mine = grandchild.mine(tag)
        _ = try root.insert("Tag", ["name": "unsaved"])
        #expect(try grandchild.texts("Tag", "name") == ["a", "unsaved"])
        root.reset()
        child.reset()
        #expect(try grandchild.texts("Tag", "name") == ["a"] && mine.text("name") == "a")
        mine.setValue("b", forKey: "name")
        try grandchild.save()
        try child.save()
        try root.save()
      }
    }
    try family.stack.run { (other) throws in #expect(try other.texts("Tag", "name") == ["b"]) }
  }
}
