import CoreData
import Foundation

/// The time to open a store with the next version of its model, which renames, removes and adds one attribute each.
enum MigrationCase {
  static var benchmark: Benchmark {
    Benchmark.ratio("migration", atMost: 3, repetitions: 3) { workspace in
      try [LibraryShape.million, .hundredThousand.byXcode].map { shape in
        let library = try workspace.library(shape)
        let next = try nextModel(of: library.coordinator.managedObjectModel)
        let kind = shape.isByXcode ? ", classes of Xcode's" : ""
        return Comparison(size: "\(shape.size)\(kind), one attribute renamed, one removed, one added") {
          let file = try workspace.file(copying: library)
          defer { try? FileManager.default.removeItem(at: file) }
          let database = try CDatabase(path: file.path)
          return try timed { try copyRows(database) }.duration
        } ours: {
          let file = try workspace.file(copying: library)
          defer { try? FileManager.default.removeItem(at: file) }
          let coordinator = NSPersistentStoreCoordinator(managedObjectModel: next)
          let options = [
            NSMigratePersistentStoresAutomaticallyOption: true as NSNumber,
            NSInferMappingModelAutomaticallyOption: true as NSNumber,
          ]
          let (duration, store) = try timed {
            try coordinator.addPersistentStore(type: .sqlite, at: file, options: options)
          }
          let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          context.persistentStoreCoordinator = coordinator
          let count = try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "writer BEGINSWITH 'author-' AND pages = 100")
            return try context.count(for: request)
          }
          guard count == library.shape.books else { throw BenchmarkError("\(count) books were migrated.") }
          try coordinator.remove(store)
          return duration
        }
      }
    }
  }

  private static func nextModel(of model: NSManagedObjectModel) throws -> NSManagedObjectModel {
    guard let model = model.copy() as? NSManagedObjectModel, let book = model.entitiesByName["Book"],
      let author = book.attributesByName["author"]
    else { throw BenchmarkError("The model has no Book.author.") }
    author.name = "writer"
    author.renamingIdentifier = "author"
    let pages = NSAttributeDescription()
    pages.name = "pages"
    pages.attributeType = .integer64AttributeType
    pages.defaultValue = 100
    book.properties = book.properties.filter { $0.name != "rank" } + [pages]
    return model
  }

  /// Copies the rows to a table with the new columns, and replaces the old table and its indexes.
  private static func copyRows(_ database: CDatabase) throws {
    let indexes = try database.texts("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZBOOK'")
    try database.transaction {
      try database.run(
        """
        CREATE TABLE ZNEW ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGES INTEGER, ZSHELF INTEGER,
          ZDATE TIMESTAMP, ZVALUE FLOAT, ZNAME VARCHAR, ZWRITER VARCHAR );
        INSERT INTO ZNEW (Z_PK, Z_ENT, Z_OPT, ZPAGES, ZSHELF, ZDATE, ZVALUE, ZNAME, ZWRITER)
          SELECT Z_PK, Z_ENT, Z_OPT, 100, ZSHELF, ZDATE, ZVALUE, ZNAME, ZAUTHOR FROM ZBOOK;
        DROP TABLE ZBOOK;
        ALTER TABLE ZNEW RENAME TO ZBOOK
        """)
      for index in indexes { try database.run(index) }
    }
  }
}
