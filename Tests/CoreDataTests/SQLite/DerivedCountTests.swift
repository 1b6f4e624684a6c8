import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived counts are kept by the store's triggers")
struct DerivedCountTests {
  /// Makes a model of books that count their pages, as Apple's triggers do.
  private static func model() -> NSManagedObjectModel {
    let count = NSDerivedAttributeDescription()
    count.name = "pagesCount"
    count.attributeType = .integer64AttributeType
    count.derivation = "pages.@count"
    let book = NSEntityDescription("Book", [count])
    let page = NSEntityDescription("Page", [NSAttributeDescription("text")])
    page.relate("book", .one, to: book, "pages", .many)
    return NSManagedObjectModel([book, page])
  }

  @Test func aCountFollowsItsObjects() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Self.model())
    let book = try handle.new("Book", 1)
    let other = try handle.new("Book", 2)
    let pages = try (3...5).map { try handle.new("Page", $0, ["book": .reference(book.key)]) }
    // The pages are inserted before their book, and the save must return the counts that the triggers computed.
    let saved = try handle.insert(pages + [book, other])
    #expect(saved[3][try handle.slot("pagesCount", of: "Book")].text == "3")
    #expect(saved[4][try handle.slot("pagesCount", of: "Book")].text == "0")
    let moved = try handle.update(saved[0], ["book": .reference(saved[4].key)])
    _ = try handle.store.save(StoreChanges(updated: [moved], deleted: [.init(key: saved[1].key, version: 1)]))
    #expect(try handle.values("pagesCount", of: "Book") == ["1", "1"])
  }

  /// A save that only moves a page does not contain the book. Its context and other contexts must still have the new
  /// count, and lists must be notified of it.
  @Test func contextsFollowTheCountOfABookThatWasNotSaved() throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    _ = try coordinator.addPersistentStore(type: .sqlite, at: folder.file())
    let (context, other) = (Self.context(coordinator), Self.context(coordinator))
    other.automaticallyMergesChangesFromParent = true
    try context.performAndWait { () throws in
      let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.sortDescriptors = [NSSortDescriptor(key: "pagesCount", ascending: true)]
      let elsewhere = try other.performAndWait { () throws in
        let found = try #require(try other.fetch(request).first)
        #expect(found.value(forKey: "pagesCount") as? Int == 0)
        return found.objectID
      }
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      let listener = UpdateCounter()
      list.delegate = listener
      try list.performFetch()

      let page = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
      try context.save()
      // Only the foreign key is set, because the book's own set of pages is not loaded.
      page.setValue(book, forKey: "book")
      try context.save()
      #expect(book.value(forKey: "pagesCount") as? Int == 1)
      #expect(!context.hasChanges && !book.hasChanges)
      #expect(listener.updates > 0)
      other.performAndWait {
        #expect(other.object(with: elsewhere).value(forKey: "pagesCount") as? Int == 1)
      }
      context.delete(page)
      try context.save()
      #expect(book.value(forKey: "pagesCount") as? Int == 0)
      other.performAndWait {
        #expect(other.object(with: elsewhere).value(forKey: "pagesCount") as? Int == 0)
      }
      // The next save must succeed, because a value that the store computed is no conflict.
      let next = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
      next.setValue(book, forKey: "book")
      try context.save()
      #expect(book.value(forKey: "pagesCount") as? Int == 1)
    }
  }

  private static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}

private final class UpdateCounter: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var updates = 0

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    if type == .update { updates += 1 }
  }
}
