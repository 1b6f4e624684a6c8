import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// There are people, some of them musicians. Albums have an owner, and are in the owner's order; they also have an
/// artist and tags.
@Suite("Models that are guessed from tables")
struct ModelGuessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a store without an embedded model.
  private func store(
    _ model: NSManagedObjectModel, _ fill: (NSManagedObjectContext) throws -> Void = { _ in }
  ) throws
    -> URL
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: folder.file())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      try fill(context)
      try context.save()
    }
    try coordinator.remove(store)
    try execute("DELETE FROM Z_MODELCACHE")
    return folder.file()
  }

  private func execute(_ sql: String) throws {
    let database = try SampleDatabase(folder.file().path)
    try database.execute(sql)
    database.close()
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      return object
    }
    let joni = insert("Musician", ["name": "Joni", "instrument": "guitar"])
    let words = ["folk", "blue"].map { insert("Tag", ["word": $0]) }
    let albums = ["Hejira", "Blue"].map { insert("Album", ["title": $0, "year": 1971]) }
    for album in albums { album.setValue(joni, forKey: "artist") }
    albums[0].setValue(NSOrderedSet(array: words), forKey: "tags")
    joni.setValue(NSOrderedSet(array: albums), forKey: "albums")
  }

  private func text(_ model: NSManagedObjectModel) -> [String] {
    model.entities.map { entity in
      let properties = entity.ownProperties.sorted { $0.name < $1.name }.map { property -> String in
        guard let relationship = property as? NSRelationshipDescription else {
          return "\(property.name) \((property as? NSAttributeDescription)?.attributeType.rawValue ?? 0)"
        }
        let arrow = relationship.isToMany ? relationship.isOrdered ? "⇉" : "⇒" : "→"
        return "\(property.name) \(arrow) \(relationship.destinationEntity?.name ?? "")"
          + (relationship.inverseRelationship.map { ".\($0.name)" } ?? "")
      }
      let parent = entity.superentity?.name.map { ": \($0)" } ?? ""
      return "\(entity.name ?? "")\(parent) { \(properties.joined(separator: ", ")) }"
    }.sorted()
  }

  @Test("Entities, types, and relationships whose names or columns say where they lead")
  func library() throws {
    let url = try store(Library.model(), fill)
    let model = try #require(try SQLiteStoreKind().guessedModel(at: url))
    #expect(
      text(model) == [
        "Album { artist 300, barcode 700, owner → Person.albums, tags ⇉ Tag.albums, title 700, year 300 }",
        "Musician: Person {  }", "Person { albums ⇉ Album.owner, instrument 700, name 700 }",
        "Tag { albums ⇒ Album.tags, word 700 }",
      ])
  }

  @Test("The store is read by it, and only read")
  func reading() throws {
    let url = try store(Library.model(), fill)
    let before = try Data(contentsOf: url)
    let model = try #require(try NSPersistentContainer.guessedModel(at: url))
    let container = try NSPersistentContainer.openingStore(
      at: url, model: model, isReadOnly: true, hasGuessedModel: true)
    let context = container.viewContext
    let albums = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
    #expect(Set(albums.compactMap { $0.value(forKey: "title") as? String }) == ["Hejira", "Blue"])
    let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    let owner = try #require(people.first)
    #expect(owner.entity.name == "Musician" && owner.value(forKey: "instrument") as? String == "guitar")
    let owned = try #require(owner.value(forKey: "albums") as? NSOrderedSet)
    #expect(owned.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String } == ["Hejira", "Blue"])
    let tags = (owned[0] as? NSManagedObject)?.value(forKey: "tags") as? NSOrderedSet
    #expect(tags?.compactMap { ($0 as? NSManagedObject)?.value(forKey: "word") as? String } == ["folk", "blue"])
    albums.first?.setValue("other", forKey: "title")
    #expect(throws: (any Error).self) { try context.save() }
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: false, hasGuessedModel: true)
    }
    #expect(error.localizedDescription.contains("guessed model for reading only"))
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("Data that may be in files of their own is read from there, and without the mark before it")
  func externalData() throws {
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 + 7) })
    let photo = NSAttributeDescription("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    let thing = NSEntityDescription("Thing", [photo, NSAttributeDescription("plain", .binaryDataAttributeType)])
    let url = try store(NSManagedObjectModel([thing])) { context in
      let object = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      object.setValue(bytes, forKey: "photo")
      object.setValue(Data([1, 2, 3]) + bytes, forKey: "plain")
      let small = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      small.setValue(Data([9]), forKey: "photo")
      small.setValue(Data([1, 2, 3]), forKey: "plain")
    }
    let model = try #require(try NSPersistentContainer.guessedModel(at: url))
    let container = try NSPersistentContainer.openingStore(
      at: url, model: model, isReadOnly: true, hasGuessedModel: true)
    let things = try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    #expect(Set(things.compactMap { $0.value(forKey: "photo") as? Data }) == [bytes, Data([9])])
    #expect(
      Set(things.compactMap { $0.value(forKey: "plain") as? Data }) == [Data([1, 2, 3]) + bytes, Data([1, 2, 3])])
  }

  @Test("A value of each type is read")
  func everyType() throws {
    let uuid = UUID()
    let url = try store(Library.everyType()) { context in
      let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      let values: [String: Any] = [
        "boolean": true, "int64": Int64.max, "double": 0.5, "decimal": NSDecimalNumber(string: "12.5"),
        "date": Date(timeIntervalSinceReferenceDate: 1.5), "string": "text", "uuid": uuid, "binary": Data([1, 2]),
      ]
      for (key, value) in values { thing.setValue(value, forKey: key) }
    }
    let model = try #require(try NSPersistentContainer.guessedModel(at: url))
    let container = try NSPersistentContainer.openingStore(
      at: url, model: model, isReadOnly: true, hasGuessedModel: true)
    let thing = try #require(
      try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
    #expect(thing.value(forKey: "boolean") as? Int == 1 && thing.value(forKey: "int64") as? Int64 == .max)
    #expect(thing.value(forKey: "double") as? Double == 0.5 && thing.value(forKey: "string") as? String == "text")
    #expect(thing.value(forKey: "decimal") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
    #expect(thing.value(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    // The name of the column ends in ID, and its only value has the length of a UUID.
    #expect(thing.value(forKey: "uuid") as? UUID == uuid && thing.value(forKey: "binary") as? Data == Data([1, 2]))
  }

  @Test("A column of keys without a destination is an attribute, and a name that is taken gives way")
  func doubts() throws {
    let track = NSEntityDescription("Track", [NSAttributeDescription("title")])
    let album = NSEntityDescription("Album", [NSAttributeDescription("tracks")])
    track.relate("album", .one, to: album, "songs", .many)
    track.relate("favourite", .one, to: album, "fans", .many)
    let url = try store(NSManagedObjectModel([track, album])) { context in
      let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
      let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
      track.setValue(album, forKey: "album")
    }
    #expect(
      text(try #require(try SQLiteStoreKind().guessedModel(at: url))) == [
        "Album { tracks 700, tracksByAlbum ⇒ Track.album }",
        "Track { album → Album.tracksByAlbum, favourite 300, title 700 }",
      ])
    // If a key has no row, the column may be anything.
    try execute("UPDATE ZTRACK SET ZALBUM = 77")
    #expect(
      text(try #require(try SQLiteStoreKind().guessedModel(at: url))) == [
        "Album { tracks 700 }", "Track { album 300, favourite 300, title 700 }",
      ])
  }

  /// The rows of Z_PRIMARYKEY may be damaged.
  @Test(
    "Entities that cannot be are left out",
    arguments: [
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_NAME = 'Tag'",
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_NAME = 'Tag'",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = '' WHERE Z_NAME = 'Tag'", "DROP TABLE ZTAG",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 17001 WHERE Z_NAME = 'Tag'",
    ])
  func damaged(_ sql: String) throws {
    let url = try store(Library.model(), fill)
    try execute(sql)
    let model = try #require(try SQLiteStoreKind().guessedModel(at: url))
    #expect(Set(model.entitiesByName.keys) == ["Album", "Person", "Musician"])
    _ = try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: true, hasGuessedModel: true)
  }

  @Test("A store with a model needs no guess")
  func withModel() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: folder.file()))
    #expect(try NSPersistentContainer.guessedModel(at: folder.file()) == nil)
  }
}
