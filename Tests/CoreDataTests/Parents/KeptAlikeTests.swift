import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A child saves objects to its parent, and the parent stores them. The parent then has the values that the store made
/// of them, and the child still has the values that it set.
@Suite("What a store makes of a child's values is no conflict")
struct KeptAlikeTests {
  init() { TransformerModel.register }

  /// Saves objects, changes one and deletes one. Then it changes and deletes two that the parent has changed.
  ///
  /// - Parameter set: sets an object's values, made from a number.
  private func check(
    _ type: String, _ model: NSManagedObjectModel, _ entity: String, _ set: (NSManagedObject, Int) throws -> Void
  ) throws {
    let family = try Family(type, model: model)
    let (root, child) = (family.root, family.child)
    try family.run {
      let objects = try (0..<4).map { _ in try child.insert(entity) }
      for object in objects { try set(object, 0) }
      try child.save()
      try root.save()
      try set(objects[0], 1)
      child.delete(objects[1])
      try child.save()
      #expect(!child.hasChanges)
      #expect(root.updatedObjects == [root.mine(objects[0])])
      #expect(root.deletedObjects.count == 1)
      try root.save()
      // The same with an object that was updated before.
      try set(objects[0], 2)
      try child.save()
      try root.save()

      for object in objects.suffix(2) { try set(root.mine(object), 1) }
      try root.save()
      try set(objects[2], 2)
      expectConflict(of: objects[2], in: child)
      child.refresh(objects[2], mergeChanges: false)
      child.delete(objects[3])
      expectConflict(of: objects[3], in: child)
    }
    try family.stack.run { (other) throws in #expect(try other.all(entity).count == 3) }
  }

  private func expectConflict(of object: NSManagedObject, in child: NSManagedObjectContext) {
    let error = #expect(throws: NSError.self) { try child.save() }
    #expect(error?.code == NSManagedObjectMergeError)
    let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    #expect(conflicts?.map(\.sourceObject) == [object])
  }

  @Test("A store keeps what a transformer takes as data", arguments: MusicStack.types)
  func transformable(type: String) throws {
    try check(type, TransformerModel.make(), "Page") { page, number in
      page.setValue(["x", "\(number)"], forKey: "tags")
      page.setValue(Color(red: UInt8(number), green: 0, blue: 0), forKey: "color")
      page.setValue(Place("\(number)"), forKey: "place")
    }
  }

  @Test("It computes derived attributes", arguments: MusicStack.types)
  func derived(type: String) throws {
    try check(type, DerivedModel.make(), "Artist") { artist, number in
      artist.setValue("Élan \(number)", forKey: "name")
    }
  }

  @Test("It keeps a decimal number as a binary fraction", arguments: MusicStack.types)
  func decimal(type: String) throws {
    try check(type, MusicModel.make(), "Album") { album, number in
      let price = try #require(Decimal(string: "\(number).12345678901234567890123"))
      album.setValue(price, forKey: "price")
    }
  }

  @Test("A policy in favour of the store leaves what the child alone has changed", arguments: MusicStack.types)
  func settled(type: String) throws {
    let family = try Family(type, model: TransformerModel.make())
    let (root, child) = (family.root, family.child)
    try family.run {
      let page = try child.insert("Page", ["title": "a", "tags": ["x"]])
      try child.save()
      try root.save()
      let upper = root.mine(page)
      upper.setValue("there", forKey: "title")
      page.setValue("here", forKey: "title")
      page.setValue(["y"], forKey: "tags")
      child.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try child.save()
      #expect(upper.text("title") == "there")
      #expect(upper.value(forKey: "tags") as? [String] == ["y"])
    }
  }
}
