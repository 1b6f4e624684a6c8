import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Type identifier operators that Apple's stores accept")
struct TypeIdentifierTests {
  /// Returns the names of the files or folders that match, in SQLite and in memory. Files have a type, and are in
  /// folders.
  private func names(_ format: String, _ arguments: [Any] = [], of entity: String = "File") throws -> [[String]] {
    try [NSSQLiteStoreType, NSInMemoryStoreType].flatMap { type -> [[String]] in
      let file = NSEntityDescription("File", [NSAttributeDescription("name"), NSAttributeDescription("type")])
      let folder = NSEntityDescription("Folder", [NSAttributeDescription("name"), NSAttributeDescription("kind")])
      folder.relate("files", .many, to: file, "folder", .one)
      let temporary = try TemporaryFolder()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel([file, folder]))
      try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: temporary.file())
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try context.performAndWait {
        for (place, kind) in [("images", "public.image"), ("texts", "public.text")] {
          let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
          folder.setValue(place, forKey: "name")
          folder.setValue(kind, forKey: "kind")
          let types =
            place == "images" ? ["public.jpeg", "PUBLIC.PNG", "com.example.picture"] : ["public.swift-source", nil]
          for type in types {
            let file = NSEntityDescription.insertNewObject(forEntityName: "File", into: context)
            file.setValue(type ?? "none", forKey: "name")
            file.setValue(type, forKey: "type")
            file.setValue(folder, forKey: "folder")
          }
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        let fetched = try context.fetch(request)
        let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
        let evaluated = all.filter { request.predicate?.evaluate(with: $0) == true }
        return [fetched, evaluated].map { $0.compactMap { $0.value(forKey: "name") as? String }.sorted() }
      }
    }
  }

  @Test(arguments: [
    ("type UTI-CONFORMS-TO 'public.image'", ["PUBLIC.PNG", "public.jpeg"]),
    ("type uti-conforms-to 'PUBLIC.IMAGE'", ["PUBLIC.PNG", "public.jpeg"]),
    ("type UTI-CONFORMS-TO 'public.data'", ["PUBLIC.PNG", "public.jpeg", "public.swift-source"]),
    ("type UTI-CONFORMS-TO 'public.text'", ["public.swift-source"]),
    ("type UTI-CONFORMS-TO 'com.example.picture'", ["com.example.picture"]),
    ("type UTI-CONFORMS-TO 'public.jpeg'", ["public.jpeg"]),
    ("type UTI-EQUALS 'public.png'", ["PUBLIC.PNG"]),
    ("type UTI-EQUALS nil", ["none"]),
    ("type UTI-CONFORMS-TO folder.kind", ["PUBLIC.PNG", "public.jpeg", "public.swift-source"]),
    ("NOT type UTI-CONFORMS-TO 'public.item' AND name != nil", ["com.example.picture", "none"]),
    // With a single value, ANY and the like change nothing.
    ("ANY name == 'public.jpeg'", ["public.jpeg"]), ("ALL name == 'public.jpeg'", ["public.jpeg"]),
    ("SOME folder.name == 'texts'", ["none", "public.swift-source"]),
    ("NONE folder.name == 'images'", ["none", "public.swift-source"]),
    ("ANY name IN {'public.jpeg', 'none'}", ["none", "public.jpeg"]),
    ("ANY name BEGINSWITH[c] 'PUBLIC.J'", ["public.jpeg"]),
  ])
  func files(_ format: String, _ expected: [String]) throws {
    for found in try names(format) { #expect(found == expected) }
  }

  @Test func folders() throws {
    for found in try names("ANY files.type UTI-CONFORMS-TO 'public.image'", of: "Folder") {
      #expect(found == ["images"])
    }
    for found in try names("type UTI-CONFORMS-TO %@", ["public.image"]) { #expect(found.count == 2) }
    for found in try names("ANY files.type UTI-EQUALS 'public.jpeg'", of: "Folder") { #expect(found == ["images"]) }
    for found in try names("ALL files.type UTI-CONFORMS-TO kind", of: "Folder") { #expect(found == []) }
  }

  @Test func whatIsNoOperator() {
    for format in ["type UTI 'x'", "type UTI-CONFORMS 'x'", "type UTI-CONFORMS-TO", "type UTI-IS 'x'"] {
      #expect(throws: PredicateFormatError.self) { try PredicateParser.parse(format, []) }
    }
    // As a key, the word is still allowed.
    #expect(NSPredicate(format: "UTI == 'x'").evaluate(with: ["UTI": "x"]))
  }
}
