import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

/// The entities Item and Other inherit from Base, and SpecialItem inherits from Item. The store holds all of them but
/// SpecialItem.
@Suite("A store of some entities of a tree")
struct PartialTreeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func model() -> NSManagedObjectModel {
    let base = NSEntityDescription("Base", [NSAttributeDescription("name")])
    let item = NSEntityDescription("Item", [NSAttributeDescription("size", .integer32AttributeType)])
    let special = NSEntityDescription("SpecialItem", [NSAttributeDescription("color")])
    let other = NSEntityDescription("Other")
    base.subentities = [item, other]
    item.subentities = [special]
    let model = NSManagedObjectModel([base, item, special, other])
    model.setEntities([base, item, other], forConfigurationName: "Plain")
    return model
  }

  private func names(_ entity: String, _ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  /// Runs a test with one base, two items and one other object.
  private func withContext(_ type: String, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: "Plain", at: StoresOnServers.newURL(type) ?? folder.file("plain.sqlite"))
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { () throws in
      for (entity, name) in [("Base", "a"), ("Item", "b"), ("Item", "c"), ("Other", "d")] {
        NSEntityDescription.insertNewObject(forEntityName: entity, into: context).setValue(name, forKey: "name")
      }
      try context.save()
      context.reset()
      try body(context)
    }
  }

  @Test("Its objects are fetched and counted", arguments: MusicStack.types)
  func reading(type: String) throws {
    try withContext(type) { context in
      #expect(try names("Base", context) == ["a", "b", "c", "d"])
      #expect(try names("Item", context) == ["b", "c"])
      #expect(try names("Other", context) == ["d"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      #expect(try context.count(for: request) == 2)
      request.predicate = NSPredicate(format: "name == 'c'")
      #expect(try context.count(for: request) == 1)
      let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Item")
      dictionaries.resultType = .dictionaryResultType
      #expect(try context.fetch(dictionaries).count == 2)
      let sorted = NSFetchRequest<NSManagedObject>(entityName: "Item")
      sorted.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let list = NSFetchedResultsController(
        fetchRequest: sorted, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      try list.performFetch()
      #expect(list.fetchedObjects?.count == 2)
    }
  }

  @Test("Its objects are changed and deleted by batch requests", arguments: MusicStack.types)
  func batches(type: String) throws {
    try withContext(type) { context in
      let update = NSBatchUpdateRequest(entityName: "Item")
      update.propertiesToUpdate = ["size": 7]
      update.resultType = .updatedObjectsCountResultType
      let updated = try context.execute(update) as? NSBatchUpdateResult
      #expect(updated?.result as? Int == 2)
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
      fetch.predicate = NSPredicate(format: "name == 'b' AND size == 7")
      let deletion = NSBatchDeleteRequest(fetchRequest: fetch)
      deletion.resultType = .resultTypeCount
      let deleted = try context.execute(deletion) as? NSBatchDeleteResult
      #expect(deleted?.result as? Int == 1)
      #expect(try names("Base", context) == ["a", "c", "d"])
    }
  }

  /// A key names a row only within its tree of entities, so the rest of the tree cannot be in another store.
  @Test("The rest of the tree in another store is refused with the reason")
  func theRest() throws {
    let model = model()
    model.setEntities(model.entities.filter { $0.name == "SpecialItem" }, forConfigurationName: "Special")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, configuration: "Plain", at: folder.file("plain"))
    let error = try #require(throws: NSError.self) {
      try coordinator.addPersistentStore(type: .inMemory, configuration: "Special", at: folder.file("special"))
    }
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription.contains("keys are given per tree of entities"), "\(error)")
  }
}
