import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Lightweight migration")
struct LightweightMigrationTests {
  @Test(arguments: MigratingStore.types) func anAddedAttributeHasItsDefault(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        $0.book.properties += [
          NSAttributeDescription("rating", .integer16AttributeType, 3, isOptional: false),
          NSAttributeDescription("note"),
        ]
      }
    }
    var expected = library.before
    for entity in ["Book", "Novel"] {
      for key in (expected.objects[entity] ?? [:]).keys {
        expected.objects[entity]?[key]?["rating"] = "3.0"
        expected.objects[entity]?[key]?["note"] = "nil"
      }
    }
    #expect(try library.migrated(model()) == expected)
  }

  @Test(arguments: MigratingStore.types) func removedAttributesEntitiesAndRelationshipsAreGone(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      let parts = LibraryParts()
      parts.shelf.relate("books", .ordered, to: parts.book, "shelf", .one)
      parts.book.properties = parts.book.properties.filter { $0.name != "pages" }
      parts.book.subentities = [parts.novel]
      return NSManagedObjectModel([parts.shelf, parts.book, parts.novel])
    }
    var expected = library.before
    expected.objects["Tag"] = nil
    for entity in ["Book", "Novel"] {
      for key in (expected.objects[entity] ?? [:]).keys {
        for name in ["pages", "tags"] { expected.objects[entity]?[key]?[name] = nil }
      }
    }
    #expect(try library.migrated(model()) == expected)
  }

  /// References to a removed entity are removed; references to other entities stay, in their order.
  @Test(arguments: MigratingStore.types) func aRemovedSubentityLeavesNoReferences(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      let parts = LibraryParts()
      parts.relate()
      return NSManagedObjectModel([parts.shelf, parts.book, parts.tag])
    }
    let after = try library.migrated(model())
    #expect(after["Shelf", 1]?["books"] == #"["Book3", "Book1"]"#)
    #expect(after["Tag", 1]?["books"] == #"["Book1"]"#)
    #expect(after["Book", 2] == nil)
  }

  @Test(arguments: MigratingStore.types) func renamingIdentifiersKeepWhatWasThere(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        $0.book.name = "Volume"
        $0.book.renamingIdentifier = "Book"
        $0.novel.name = "Aaa"
        $0.novel.renamingIdentifier = "Novel"
        for (old, new) in [("title", "heading"), ("shelf", "place"), ("tags", "words")] {
          let property = $0.book.propertiesByName[old]
          property?.name = new
          property?.renamingIdentifier = old
        }
      }
    }
    let after = try library.migrated(model())
    #expect(after["Volume", 1]?["heading"] == "a")
    #expect(after["Aaa", 2]?["plot"] == "murder")
    #expect(after["Aaa", 2]?["place"] == "Shelf1")
    #expect(after["Shelf", 1]?["books"] == #"["Volume3", "Aaa2", "Volume1"]"#)
    #expect(after["Tag", 1]?["books"] == #"["Volume1", "Aaa4"]"#)
  }

  /// Two attributes exchange their names.
  @Test(arguments: MigratingStore.types) func exchangedNamesFollowTheirIdentifiers(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        let subtitle = NSAttributeDescription("plot2")
        $0.novel.properties += [subtitle]
      }
    }
    try library.store.migrate(to: model())
    try library.store.with(model()) { context in
      let novel = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Novel")).first)
      novel.setValue("second", forKey: "plot2")
      try context.save()
    }
    func exchanged() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        let (one, two) = (NSAttributeDescription("plot2"), NSAttributeDescription("plot"))
        (one.renamingIdentifier, two.renamingIdentifier) = ("plot", "plot2")
        // Add an attribute, because hashes do not show that names were exchanged.
        $0.novel.properties = [one, two, NSAttributeDescription("other")]
      }
    }
    let after = try library.migrated(exchanged())
    #expect(after["Novel", 2]?["plot"] == "second")
    #expect(after["Novel", 2]?["plot2"] == "murder")
  }

  @Test(arguments: MigratingStore.types) func toOneBecomesToMany(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.areShelvesMany = true
        $0.relate()
      }
    }
    let after = try library.migrated(model())
    #expect(after["Book", 1]?["shelf"] == #"["Shelf1"]"#)
    #expect(after["Novel", 4]?["shelf"] == "[]")
    #expect(after["Shelf", 1]?["books"] == #"["Book3", "Novel2", "Book1"]"#)
  }

  @Test(arguments: MigratingStore.types) func anOrderComesAndGoes(type: String) throws {
    let library = try MigratedLibrary(type)
    func unordered() -> NSManagedObjectModel {
      shelves {
        $0.isOrdered = false
        $0.relate()
      }
    }
    #expect(try library.migrated(unordered())["Shelf", 1]?["books"] == #"["Book1", "Novel2", "Book3"]"#)
    let ordered = try library.migrated(shelves { $0.relate() })
    #expect(ordered["Shelf", 1]?["books"] == #"["Book1", "Novel2", "Book3"]"#)
    guard library.store.isFile else { return }
    #expect(
      try library.store.rows("SELECT Z_FOK_SHELF FROM ZBOOK ORDER BY Z_PK").map(\.[0]) == [
        .integer(2048), .integer(3072), .integer(4096), .null,
      ])
  }

  /// A new parent gets the properties that a shelf and its new child have, and the novel is no longer a book.
  @Test(arguments: MigratingStore.types) func parentsComeAndGo(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      let parts = LibraryParts()
      parts.relate()
      let thing = NSEntityDescription("Thing", [NSAttributeDescription("name")])
      thing.isAbstract = true
      parts.shelf.properties = parts.shelf.properties.filter { $0.name != "name" }
      thing.subentities = [parts.shelf]
      parts.novel.properties += [NSAttributeDescription("title")]
      return NSManagedObjectModel([thing, parts.shelf, parts.book, parts.novel, parts.tag])
    }
    let after = try library.migrated(model())
    #expect(after["Shelf", 1] == ["name": "first", "books": #"["Book3", "Book1"]"#])
    #expect(after["Novel", 2] == ["title": "b", "plot": "murder"])
    #expect(after["Tag", 1]?["books"] == #"["Book1"]"#)
    guard library.store.isFile else { return }
    // Both tables continue the numbering of the former table.
    #expect(
      try library.store.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME IN ('Book', 'Novel')") == [
        [.text("Book"), .integer(4)], [.text("Novel"), .integer(4)],
      ])
  }

  @Test(arguments: MigratingStore.types) func whatWasOptionalGetsItsDefault(type: String) throws {
    let library = try MigratedLibrary(type)
    func model(_ value: Any?) -> NSManagedObjectModel {
      shelves {
        $0.relate()
        let plot = $0.novel.propertiesByName["plot"] as? NSAttributeDescription
        plot?.isOptional = false
        plot?.defaultValue = value
        $0.tag.properties.append(NSAttributeDescription("colour"))
      }
    }
    let bytes = try library.bytes()
    let failure = try #require(library.store.error(migratingTo: model(nil)))
    #expect(failure.code == NSMigrationError)
    #expect(failure.userInfo["attribute"] as? String == "plot")
    #expect(
      failure.userInfo["reason"] as? String
        == "Validation error missing attribute values on mandatory destination attribute")
    #expect(try library.store.contents(shelves { $0.relate() }) == library.before)
    #expect(try library.bytes() == bytes)
    let after = try library.migrated(model("it's \"none\""))
    #expect(after["Novel", 2]?["plot"] == "murder")
    #expect(after["Novel", 4]?["plot"] == "it's \"none\"")
  }

  @Test(arguments: MigratingStore.types) func aDefaultIsFilledInWhereNothingElseDiffers(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        let plot = $0.novel.propertiesByName["plot"] as? NSAttributeDescription
        plot?.isOptional = false
        plot?.defaultValue = "none"
      }
    }
    #expect(try library.migrated(model())["Novel", 4]?["plot"] == "none")
  }

  @Test(arguments: MigratingStore.types) func indexesAndConstraintsAreThoseOfTheModel(type: String) throws {
    let library = try MigratedLibrary(type)
    func model(_ names: [String]) -> NSManagedObjectModel {
      shelves { parts in
        parts.relate()
        parts.tag.uniquenessConstraints = [names]
        parts.book.indexes = [
          NSFetchIndexDescription(
            name: "byTitle",
            elements: parts.book.properties.filter { $0.name == "title" }.map {
              NSFetchIndexElementDescription(property: $0, collationType: .binary)
            }
          )
        ]
      }
    }
    #expect(try library.migrated(model(["word"])) == library.before)
    guard library.store.isFile else { return }
    let indexes = try library.store.rows("SELECT name FROM sqlite_schema WHERE type = 'index'").compactMap {
      $0[0].text
    }
    #expect(indexes.contains("Z_Tag_UNIQUE_word"))
    #expect(indexes.contains("Z_Book_byTitle"))
  }

  @Test(arguments: MigratingStore.types) func aViolatedConstraintLeavesTheStoreAsItWas(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        $0.novel.properties.append(NSAttributeDescription("number", .integer16AttributeType, 1))
        $0.novel.uniquenessConstraints = [["number"]]
      }
    }
    let bytes = try library.bytes()
    #expect(library.store.error(migratingTo: model())?.code == NSMigrationConstraintViolationError)
    #expect(try library.bytes() == bytes)
    #expect(try library.store.contents(shelves { $0.relate() }) == library.before)
  }

  /// Data becomes external and internal again. Some is stored inline, some in a file.
  @Test(arguments: MigratingStore.types) func dataKeptOutsideComesAlong(type: String) throws {
    let library = try MigratedLibrary(type)
    func model(_ isExternal: Bool, _ more: String) -> NSManagedObjectModel {
      shelves {
        $0.relate()
        ($0.book.propertiesByName["cover"] as? NSAttributeDescription)?.allowsExternalBinaryDataStorage = isExternal
        $0.tag.properties.append(NSAttributeDescription(more))
      }
    }
    let data = [Data([1, 2, 3]), Data(), Data(repeating: 7, count: 200_000), Data([2, 0])]
    try library.store.migrate(to: model(true, "one"))
    try library.store.with(model(true, "one")) { context in
      let books = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
      for book in books { book.setValue(data[Int(book.objectID.key.primaryKey) - 1], forKey: "cover") }
      try context.save()
    }
    let external = library.store.folder.url.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA").path
    if library.store.isFile { #expect(try FileManager.default.contentsOfDirectory(atPath: external).count == 1) }
    func covers(_ model: NSManagedObjectModel) throws -> [Data?] {
      try library.store.with(model, migrates: false) { context in
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).sorted {
          $0.objectID.key.primaryKey < $1.objectID.key.primaryKey
        }.map { $0.value(forKey: "cover") as? Data }
      }
    }
    try library.store.migrate(to: model(true, "two"))
    #expect(try covers(model(true, "two")) == data)
    try library.store.migrate(to: model(false, "three"))
    #expect(try covers(model(false, "three")) == data)
    if library.store.isFile { #expect(try FileManager.default.contentsOfDirectory(atPath: external) == []) }
    try library.store.migrate(to: model(true, "three"))
    #expect(try covers(model(true, "three")) == data)
  }

  @Test(arguments: MigratingStore.types) func theStoreKeepsItsIdentityAndItsMetadata(type: String) throws {
    let library = try MigratedLibrary(type)
    let kind = try StoreKinds.kind(named: type)
    let old = try kind.metadata(at: library.store.url)
    try kind.setMetadata(old.replaced(by: ["mine": "kept"], type: type), at: library.store.url)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        $0.tag.properties.append(NSAttributeDescription("more"))
      }
    }
    _ = try library.migrated(model())
    let new = try kind.metadata(at: library.store.url)
    #expect(new.identifier == old.identifier)
    let dictionary = new.dictionary(type: type)
    #expect(dictionary["mine"] as? String == "kept")
    #expect(model().isConfiguration(withName: nil, compatibleWithStoreMetadata: dictionary))
    let embedded = try #require(try kind.embeddedModel(at: library.store.url))
    #expect(embedded.entityVersionHashesByName == model().entityVersionHashesByName)
  }

  @Test(arguments: MigratingStore.types) func nothingIsMigratedUnlessItIsAskedFor(type: String) throws {
    let library = try MigratedLibrary(type)
    func model() -> NSManagedObjectModel {
      shelves {
        $0.relate()
        $0.tag.properties.append(NSAttributeDescription("more"))
      }
    }
    let bytes = try library.bytes()
    #expect(throws: (any Error).self) { try library.store.with(model(), migrates: false) { _ in } }
    let refused = library.store.error(migratingTo: model(), options: [NSReadOnlyPersistentStoreOption: true])
    #expect(refused?.code == NSMigrationError)
    #expect(refused?.localizedDescription.contains("for reading only") == true)
    #expect(try library.bytes() == bytes)
    guard library.store.isFile else { return }
    #expect(library.store.folder.contents.filter { $0.hasPrefix("Store") } == ["Store.sqlite"])
  }

  @Test func aStoreThatIsOpenIsNotMigrated() throws {
    let library = try MigratedLibrary(NSSQLiteStoreType)
    try library.store.with(shelves { $0.relate() }) { _ in
      let failure = library.store.error(
        migratingTo: shelves {
          $0.relate()
          $0.tag.properties.append(NSAttributeDescription("more"))
        }
      )
      #expect(failure?.code == NSMigrationError)
      #expect(failure?.localizedDescription.contains("is open") == true)
    }
  }

  @Test(arguments: MigratingStore.types) func aDescriptionMigratesByItself(type: String) throws {
    let library = try MigratedLibrary(type)
    let model = shelves {
      $0.relate()
      $0.tag.properties.append(NSAttributeDescription("more"))
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    var failure: (any Error)?
    let description = NSPersistentStoreDescription(url: library.store.url)
    description.type = type
    coordinator.addPersistentStore(with: description) { failure = $1 }
    #expect(failure == nil)
    #expect(coordinator.persistentStores.count == 1)
  }
}
