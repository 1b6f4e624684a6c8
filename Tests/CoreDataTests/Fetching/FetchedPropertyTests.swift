import CoreData
import Testing

// This file must compile with the import of `CoreData` alone, which also exports `DispatchQueue` and `URL`, as on Apple
// platforms.

/// A fetched property finds the comments about an author by the author's alias. Ada: 2 fine, 5 great | Ben: 1 dull.
@Suite("Fetched properties")
struct FetchedPropertyTests {
  private let context: NSManagedObjectContext

  init() throws {
    func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = attributes.map { name, type in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
      }
      return entity
    }
    func property(_ name: String, of entity: NSEntityDescription, _ format: String) -> NSFetchedPropertyDescription {
      let request = NSFetchRequest<any NSFetchRequestResult>()
      request.entity = entity
      request.predicate = NSPredicate(format: format)
      request.sortDescriptors = [NSSortDescriptor(key: "rating", ascending: false)]
      let property = NSFetchedPropertyDescription()
      property.name = name
      property.fetchRequest = request
      return property
    }
    let author = entity("Author", [("alias", .stringAttributeType)])
    let comment = entity(
      "Comment", [("about", .stringAttributeType), ("text", .stringAttributeType), ("rating", .integer16AttributeType)])
    let all = property("comments", of: comment, "about == $FETCH_SOURCE.alias")
    let found = property(
      "found", of: comment, "about == $FETCH_SOURCE.alias AND text CONTAINS $FETCHED_PROPERTY.userInfo.search")
    found.userInfo?["search"] = "great"
    author.properties += [all, found]
    let model = NSManagedObjectModel()
    model.entities = [author, comment]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { [context] in
      func insert(_ name: String, _ values: [String: Any]) {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
      }
      insert("Author", ["alias": "Ada"])
      insert("Comment", ["about": "Ada", "text": "fine", "rating": 2])
      insert("Comment", ["about": "Ada", "text": "great", "rating": 5])
      insert("Comment", ["about": "Ben", "text": "dull", "rating": 1])
      try context.save()
    }
  }

  private func texts(_ key: String) throws -> [String?] {
    let author = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first)
    let objects = try #require(author.value(forKey: key) as? [NSManagedObject])
    return objects.map { $0.value(forKey: "text") as? String }
  }

  @Test("Its value is what its request finds for the object, in order, with what is not saved")
  func value() throws {
    try context.performAndWait {
      let saved = try texts("comments")
      #expect(saved == ["great", "fine"])
      let new = NSEntityDescription.insertNewObject(forEntityName: "Comment", into: context)
      for (key, value) in [("about", "Ada"), ("text", "so so")] { new.setValue(value, forKey: key) }
      new.setValue(3, forKey: "rating")
      let pending = try texts("comments")
      #expect(pending == ["great", "so so", "fine"])
    }
  }

  /// Foundation's key-value coding puts `NSNull` into an array for nil.
  @Test("Key paths go on through it")
  func keyPaths() throws {
    try context.performAndWait {
      let author = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first)
      NSEntityDescription.insertNewObject(forEntityName: "Comment", into: context).setValue("Ada", forKey: "about")
      let texts = try #require(author.value(forKeyPath: "comments.text") as? [Any])
      #expect(texts.map { $0 as? String } == ["great", "fine", nil] && texts.last is NSNull)
      #expect(author.value(forKeyPath: "comments.@count") as? Int == 3)
      #expect(author.value(forKeyPath: "comments.@max.rating") as? Int == 5)
      #expect(author.value(forKeyPath: "comments.@unionOfObjects.text") as? [String] == ["great", "fine"])
      #expect(author.value(forKeyPath: "found.@distinctUnionOfObjects.about") as? [String] == ["Ada"])
    }
  }

  @Test("The predicate reads the property's own user info, also what is set while the model is used")
  func userInfo() throws {
    try context.performAndWait {
      let before = try texts("found")
      #expect(before == ["great"])
      let author = try #require(context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Author"])
      author.propertiesByName["found"]?.userInfo?["search"] = "fine"
      let after = try texts("found")
      #expect(after == ["fine"])
    }
  }
}
