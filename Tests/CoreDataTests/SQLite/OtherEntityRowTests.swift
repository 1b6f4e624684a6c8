import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Boxes contain things, and have one favourite thing. Toys and books are things, but labels are in another table. In a
/// damaged file a thing, or the destination of a reference, has the entity number of labels.
@Suite("A row is never an object of another hierarchy's entity")
struct OtherEntityRowTests {
  private static func model() -> NSManagedObjectModel {
    let box = NSEntityDescription("Box", [NSAttributeDescription("name", .stringAttributeType)])
    let thing = NSEntityDescription("Thing", [NSAttributeDescription("name", .stringAttributeType)])
    let toy = NSEntityDescription("Toy", [NSAttributeDescription("age", .integer16AttributeType)])
    let label = NSEntityDescription("Label", [NSAttributeDescription("text", .stringAttributeType)])
    thing.subentities = [toy]
    box.relate("things", .many, to: thing, "box", .one)
    box.relate("list", .ordered, to: thing, "lists", .many)
    let favourite = NSRelationshipDescription("favourite", .one, to: thing)
    box.properties.append(favourite)
    return NSManagedObjectModel([box, thing, toy, label])
  }

  private func damaged(_ edit: (Connection) throws -> Void, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let folder = try TemporaryFolder()
    func run(_ body: (NSManagedObjectContext) throws -> Void) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file())
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait { try body(context) }
      try coordinator.remove(store)
    }
    try run { context in
      let thing = try context.insert("Thing", ["name": "odd"])
      let toy = try context.insert("Toy", ["name": "toy"])
      try context.insert("Label", ["text": "l"])
      let box = try context.insert("Box", ["name": "b", "things": Set([thing, toy]), "favourite": thing])
      box.setValue(NSOrderedSet(array: [toy, thing]), forKey: "list")
      try context.save()
    }
    try edit(try Connection(path: folder.file().path, mode: .writing, timeout: 5))
    try run(body)
  }

  private static let label = "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Label')"

  private func expectCorrupt(_ body: () throws -> Void) {
    let error = #expect(throws: NSError.self) { try body() }
    #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
  }

  @Test("A row that says so is an error where one can be thrown, and otherwise unreadable")
  func row() throws {
    try damaged {
      try $0.execute("UPDATE ZTHING SET Z_ENT = \(Self.label) WHERE ZNAME = 'odd'")
    } _: { context in
      expectCorrupt { _ = try context.all("Thing") }
      expectCorrupt { _ = try context.all("Thing", where: "name == 'odd'") }
      let list = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      list.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: list, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      expectCorrupt {
        try controller.performFetch()
        _ = controller.fetchedObjects?.map { $0.text("name") }
      }
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Thing")
      ids.resultType = .managedObjectIDResultType
      expectCorrupt { _ = try context.fetch(ids) }
      let box = try #require(try context.all("Box").first)
      #expect([box.text("things"), box.text("list")] == ["{}", "[]"])
      #expect(context.registeredObjects.allSatisfy { $0.entity.name != "Label" })
      context.shouldDeleteInaccessibleFaults = true
      let favourite = try #require(box.value(forKey: "favourite") as? NSManagedObject)
      #expect(favourite.entity.name == "Thing")
      #expect(favourite.text("name") == "nil")
      #expect(favourite.isDeleted)
      #expect(try context.texts("Label", "text") == ["l"])
    }
  }

  @Test("A reference that says so is an error")
  func reference() throws {
    try damaged { connection in
      // The column with the entity of the reference's destination.
      let columns = "SELECT name FROM pragma_table_info('ZBOX') WHERE name LIKE '%/_FAVOURITE' ESCAPE '/'"
      let column = try connection.withStatement(columns) { try $0.step() ? $0.text(at: 0) : "" }
      try connection.execute("UPDATE ZBOX SET \(column) = \(Self.label)")
    } _: { context in
      expectCorrupt { _ = try context.all("Box").map { $0.value(forKey: "favourite") } }
      #expect(context.registeredObjects.allSatisfy { $0.entity.name != "Label" })
    }
  }
}
