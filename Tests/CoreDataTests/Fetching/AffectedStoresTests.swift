import CoreData
import Foundation
import SectionedTesting
import Testing

/// Tags are in one store, folders in another. A request must go only to the stores that it names.
@Suite("Requests for some stores of a coordinator") struct AffectedStoresTests {
  private let folder: TemporaryFolder
  private let music: NSPersistentStore
  private let folders: NSPersistentStore
  private let context: NSManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    music = try coordinator.addPersistentStore(
      type: .sqlite, configuration: "Music", at: folder.file("music.sqlite"))
    folders = try coordinator.addPersistentStore(
      type: .sqlite, configuration: "Folders", at: folder.file("folders.sqlite"))
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { [context] in
      for name in ["a", "b"] {
        NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context).setValue(name, forKey: "name")
      }
      try context.save()
    }
  }

  private func tags(_ stores: [NSPersistentStore]?) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.affectedStores = stores
    return request
  }

  @Test("A fetch, a count and a results controller find nothing where their stores do not hold the entity")
  func reading() throws {
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context).setValue("c", forKey: "name")
      for (stores, count) in [(nil, 3), ([music], 3), ([folders, music], 3), ([folders], 0), ([], 0)] {
        let request = tags(stores)
        #expect(try context.fetch(request).count == count)
        #expect(try context.count(for: request) == count)
        let list = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try list.performFetch()
        #expect(list.fetchedObjects?.count == count)
      }
    }
  }

  @Test("A batch request changes nothing in other stores, and an insertion that finds no place says so")
  func batches() throws {
    try context.performAndWait {
      let update = NSBatchUpdateRequest(entityName: "Tag")
      update.propertiesToUpdate = ["name": "z"]
      update.resultType = .updatedObjectsCountResultType
      update.affectedStores = [folders]
      #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 0)
      let ids = try context.fetch(tags(nil)).map(\.objectID)
      for delete in [
        NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Tag")), NSBatchDeleteRequest(objectIDs: ids),
      ] {
        delete.affectedStores = [folders]
        delete.resultType = .resultTypeCount
        #expect((try context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 0)
      }
      let insertion = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "n"]])
      insertion.affectedStores = [folders]
      let error = try #require(throws: NSError.self) { try context.execute(insertion) }
      #expect(error.localizedDescription == "None of the batch insert's affectedStores holds the entity Tag.")
      insertion.affectedStores = [music]
      _ = try context.execute(insertion)
      #expect(try context.fetch(tags(nil)).map { $0.value(forKey: "name") as? String } == ["a", "b", "n"])
    }
  }

  @Test("A copy of a batch request does what the request does")
  func copies() throws {
    try context.performAndWait {
      let insertion = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "n"]])
      insertion.resultType = .count
      let update = NSBatchUpdateRequest(entityName: "Tag")
      update.predicate = NSPredicate(format: "name == 'a'")
      update.propertiesToUpdate = ["name": "A"]
      update.resultType = .updatedObjectsCountResultType
      let ids = try context.fetch(tags(nil)).map(\.objectID)
      let delete = NSBatchDeleteRequest(objectIDs: Array(ids.suffix(1)))
      delete.resultType = .resultTypeCount
      for request in [insertion, update, delete] as [NSPersistentStoreRequest] {
        let copy = try #require(request.copy() as? NSPersistentStoreRequest)
        #expect(copy.requestType == request.requestType)
        switch try context.execute(copy) {
        case let result as NSBatchInsertResult: #expect(result.result as? Int == 1)
        case let result as NSBatchUpdateResult: #expect(result.result as? Int == 1)
        case let result as NSBatchDeleteResult: #expect(result.result as? Int == 1)
        default: Issue.record("The copy gave another kind of result.")
        }
      }
      context.reset()
      #expect(try context.fetch(tags(nil)).map { $0.value(forKey: "name") as? String } == ["A", "n"])
    }
  }
}
