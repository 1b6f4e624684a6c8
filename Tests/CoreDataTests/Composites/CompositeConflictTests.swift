import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A composite attribute counts as one property. Conflicts, merges and constraints take all its elements from the same
/// side.
@Suite("Conflicts over composite attributes")
struct CompositeConflictTests {
  private static let types = MusicStack.types

  /// One context changes the name, another the id and the title.
  @Test("A merge policy takes the whole attribute from one side", arguments: types)
  func policies(type: String) throws {
    for (policy, expected) in [
      (NSMergePolicy.mergeByPropertyObjectTrump, "{id: 2, name: Adams} mine"),
      (NSMergePolicy.mergeByPropertyStoreTrump, "{id: 1, name: Brown} mine"),
      (NSMergePolicy.overwrite, "{id: 2, name: Adams} mine"), (NSMergePolicy.rollback, "{id: 1, name: Brown} a"),
    ] {
      let stack = try MusicStack(type, ArticleModel.make())
      try stack.run { context in
        context.mergePolicy = policy
        let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams", "id": "1"]])
        try context.save()
        try stack.saving { try $0.all("Article").first?.setValue("Brown", forKeyPath: "author.name") }
        article.setValue("2", forKeyPath: "author.id")
        article.setValue("mine", forKey: "title")
        try context.save()
        #expect("\(described(article.value(forKey: "author"))) \(article.text("title"))" == expected)
        let reader = stack.newContext()
        try reader.performAndWait {
          let stored = try #require(try reader.all("Article").first)
          #expect("\(described(stored.value(forKey: "author"))) \(stored.text("title"))" == expected)
        }
      }
    }
  }

  @Test("A conflict has the dictionaries in its snapshots")
  func snapshots() throws {
    let stack = try MusicStack(NSInMemoryStoreType, ArticleModel.make())
    try stack.run { context in
      let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams"]])
      try context.save()
      try stack.saving { try $0.all("Article").first?.setValue("Brown", forKeyPath: "author.name") }
      article.setValue("Clark", forKeyPath: "author.name")
      let error = #expect(throws: NSError.self) { try context.save() }
      let conflict = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first
      #expect(described(conflict?.objectSnapshot?["author"]) == "{name: Adams}")
      #expect(described(conflict?.cachedSnapshot?["author"]) == "{name: Brown}")
      #expect(conflict?.objectSnapshot?.keys.sorted() == ["author", "id", "section", "title", "zip"])
    }
  }

  @Test("A merged save and a refresh leave an attribute whole that was changed here", arguments: types)
  func merges(type: String) throws {
    let stack = try MusicStack(type, ArticleModel.make())
    try stack.run { context in
      let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams", "id": "1"]])
      let other = try context.insert("Article", ["title": "b", "author": ["name": "Adams", "id": "1"]])
      try context.save()
      article.setValue("2", forKeyPath: "author.id")
      try stack.merge(into: context) { saver in
        for article in try saver.all("Article") {
          article.setValue("Brown", forKeyPath: "author.name")
          article.setValue("z", forKey: "zip")
        }
      }
      #expect(described(article.value(forKey: "author")) == "{id: 2, name: Adams}")
      #expect(article.text("zip") == "z")
      #expect(described(other.value(forKey: "author")) == "{id: 1, name: Brown}")
      context.refresh(article, mergeChanges: false)
      #expect(described(article.value(forKey: "author")) == "{id: 1, name: Brown}")
    }
  }

  private func unique(_ names: [String]) -> NSManagedObjectModel {
    let model = ArticleModel.make()
    model.entitiesByName["Article"]?.uniquenessConstraints = [names]
    return model
  }

  @Test("An element is unique", arguments: types)
  func elementConstraints(type: String) throws {
    let stack = try MusicStack(type, unique(["author.id"]))
    try stack.run { context in
      try context.insert("Article", ["title": "a", "author": ["name": "Adams", "id": "1"]])
      try context.save()
      let second = try context.insert("Article", ["title": "b", "author": ["name": "Brown", "id": "1"]])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectConstraintMergeError)
      let conflict = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first
      #expect(conflict?.constraint == ["author.id"])
      #expect(described(conflict?.constraintValues["author.id"]) == "1")
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(try context.texts("Article", "title") == ["b"])
      #expect(described(second.value(forKey: "author")) == "{id: 1, name: Brown}")
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.execute(
        NSBatchInsertRequest(
          entityName: "Article",
          objects: [["title": "c", "author": ["name": "C", "id": "1"]], ["title": "d", "author": ["name": "D"]]]))
      #expect(try context.texts("Article", "title") == ["b", "d"])
    }
  }

  /// A row with a nil element never violates the constraint, as with any constraint over several attributes.
  @Test("A whole attribute is unique, and is given to the object that stays as a whole", arguments: types)
  func attributeConstraints(type: String) throws {
    let model = NSManagedObjectModel([
      NSEntityDescription(
        "Stop",
        [
          NSAttributeDescription("name"),
          NSCompositeAttributeDescription(
            "place", ["x", "y"].map { NSAttributeDescription($0, .doubleAttributeType) }),
          NSCompositeAttributeDescription("note", ["a", "b"].map { NSAttributeDescription($0) }),
        ])
    ])
    model.entitiesByName["Stop"]?.uniquenessConstraints = [["place"]]
    let stack = try MusicStack(type, model)
    try stack.run { context in
      try context.insert("Stop", ["name": "a", "place": ["x": 1.0, "y": 2.0], "note": ["a": "old"]])
      try context.insert("Stop", ["name": "b", "place": ["x": 1.0]])
      try context.insert("Stop", ["name": "c", "place": ["x": 1.0]])
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let stop = try context.insert("Stop", ["name": "d", "place": ["x": 1.0, "y": 2.0]])
      try context.save()
      #expect(try context.texts("Stop", "name") == ["b", "c", "d"])
      #expect(described(stop.value(forKey: "note")) == "{a: old}")
      try context.insert("Stop", ["name": "e", "place": ["x": 1.0, "y": 2.0], "note": ["b": "new"]])
      try context.save()
      #expect(
        try context.all("Stop", where: "name == 'e'").map { described($0.value(forKey: "note")) } == ["{b: new}"])
    }
  }

  @Test("A child context saves to its parent")
  func parents() throws {
    let stack = try MusicStack(NSInMemoryStoreType, ArticleModel.make())
    try stack.run { context in
      let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams", "id": "1"]])
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      try context.save()
      let id = article.objectID
      try child.performAndWait {
        let own = child.object(with: id)
        own.setValue("Brown", forKeyPath: "author.name")
        try child.insert("Article", ["title": "b", "author": ["name": "New"]])
        try child.save()
      }
      #expect(described(article.value(forKey: "author")) == "{id: 1, name: Brown}")
      #expect(Array(article.changedValues().keys) == ["author"])
      #expect(try context.texts("Article", "title", where: "author.name == 'New'") == ["b"])
    }
  }
}
