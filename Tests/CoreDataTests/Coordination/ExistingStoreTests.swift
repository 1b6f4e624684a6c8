import CoreData
import Foundation
import SectionedTesting
import Testing

/// Opening stores that another program made, with the model inside them.
@Suite("Existing stores", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
struct ExistingStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func copyOfCars() throws -> URL {
    let sample = ModelSamples.files { $0.lastPathComponent == "SampleModel_V1.sqlite" }.first
    return try folder.copy(try #require(sample))
  }

  @Test("A store opens with the model it carries")
  func ownModel() throws {
    let url = try copyOfCars()
    let container = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    #expect(container.name == "Store")
    #expect(container.managedObjectModel.entitiesByName["Car"]?.relationshipsByName["owner"] != nil)
    let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
    #expect(store.isReadOnly)
    #expect(store.url == url)
    let identifier = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)[NSStoreUUIDKey]
    #expect(identifier as? String == store.identifier)
  }

  @Test("Another model is refused with the entities and properties that differ")
  func otherModel() throws {
    let url = try copyOfCars()
    let opened = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    let model = try #require(opened.managedObjectModel.copy() as? NSManagedObjectModel)
    let attribute = NSAttributeDescription()
    attribute.name = "doors"
    attribute.attributeType = .integer16AttributeType
    model.entitiesByName["Car"]?.properties.append(attribute)
    let boat = NSEntityDescription()
    boat.name = "Boat"
    model.entities.append(boat)
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: false)
    }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.localizedDescription.contains("the store has no entity Boat"))
    #expect(error.localizedDescription.contains("the entity Car differs in doors"))
  }

  @Test("A model is another one also when the store has all its columns")
  func otherModelWithTheSameColumns() throws {
    let url = try copyOfCars()
    let opened = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    let bytes = try Data(contentsOf: url)
    let model = try #require(opened.managedObjectModel.copy() as? NSManagedObjectModel)
    let car = try #require(model.entitiesByName["Car"])
    car.properties.removeAll { $0.name == "maker" }
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: false)
    }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.localizedDescription.contains("the entity Car differs in maker"))
    #expect(try Data(contentsOf: url) == bytes)
  }

  /// Without a model in the store, only the metadata shows which entity is missing.
  @Test("A model that lacks an entity of the metadata is refused also where the store carries none")
  func fewerEntitiesWithoutAModelInside() throws {
    let url = try copyOfCars()
    let opened = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    let model = try #require(opened.managedObjectModel.copy() as? NSManagedObjectModel)
    for store in opened.persistentStoreCoordinator.persistentStores {
      try opened.persistentStoreCoordinator.remove(store)
    }
    let database = try SampleDatabase(url.path)
    try database.execute("DROP TABLE Z_MODELCACHE")
    database.close()
    let whole = try #require(model.copy() as? NSManagedObjectModel)
    let lost = try #require(model.entities.first { $0.superentity != nil && $0.subentities.isEmpty })
    let parent = try #require(lost.superentity)
    parent.subentities.removeAll { $0 === lost }
    model.entities.removeAll { $0 === lost }
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: false)
    }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.localizedDescription.contains("the model has no entity \(lost.name ?? "?")"))
    // The hashes in the metadata are Apple's, so they are not compared, and the whole model opens the store.
    _ = try NSPersistentContainer.openingStore(at: url, model: whole, isReadOnly: true)
  }

  @Test("Where the metadata has our hashes, an entity with another one is refused")
  func otherHashesWithoutAModelInside() throws {
    let url = folder.file("People.sqlite")
    func model(_ names: String...) -> NSManagedObjectModel {
      let model = NSManagedObjectModel()
      model.entities = ["Person", "Boat"].map { name in
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = (name == "Boat" ? names : []).map { name in
          let attribute = NSAttributeDescription()
          attribute.name = name
          attribute.attributeType = .stringAttributeType
          return attribute
        }
        return entity
      }
      return model
    }
    func open(_ model: NSManagedObjectModel) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
    }
    try open(model("name", "flag"))
    let database = try SampleDatabase(url.path)
    try database.execute("DROP TABLE Z_MODELCACHE")
    database.close()
    try open(model("name", "flag"))
    let error = try #require(throws: NSError.self) { try open(model("name")) }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.localizedDescription.contains("the entity Boat differs"))
  }

  @Test("Every sample opens with the model inside it", arguments: ModelSamples.storesWithModel)
  func samples(url: URL) throws {
    let copy = try folder.copy(url)
    let container = try NSPersistentContainer.openingStore(at: copy, isReadOnly: true)
    let model = try #require(container.managedObjectModel.copy() as? NSManagedObjectModel)
    _ = try NSPersistentContainer.openingStore(at: copy, model: model, isReadOnly: true)
  }

  @Test("A model that differs in nothing that is stored opens the store")
  func sameModelInOtherWords() throws {
    let url = try copyOfCars()
    let opened = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    let model = try #require(opened.managedObjectModel.copy() as? NSManagedObjectModel)
    for entity in model.entities {
      entity.managedObjectClassName = "Another.\(entity.name ?? "")"
      entity.userInfo = ["note": "of no matter"]
    }
    model.versionIdentifiers = ["7"]
    let container = try NSPersistentContainer.openingStore(at: url, model: model, isReadOnly: false)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test("A store of one configuration carries the other entities too, and opens")
  func configuration() throws {
    let url = folder.file("People.sqlite")
    func model() -> NSManagedObjectModel {
      let model = NSManagedObjectModel()
      let (person, boat) = (NSEntityDescription(), NSEntityDescription())
      person.name = "Person"
      boat.name = "Boat"
      model.entities = [person, boat]
      model.setEntities([person], forConfigurationName: "People")
      return model
    }
    for _ in 0..<2 {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: "People", at: url)
      try coordinator.remove(store)
    }
  }

  @Test("A store that is not there is not made")
  func missing() throws {
    let url = folder.file("missing.sqlite")
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, model: MusicModel.make(), isReadOnly: false)
    }
    #expect(error.code == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("A store without a model wants one")
  func withoutModel() throws {
    let sample = ModelSamples.files { $0.path.hasSuffix("RecipeData/Recipes.sqlite") }.first
    let url = try folder.copy(try #require(sample))
    let error = try #require(throws: NSError.self) {
      try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    }
    #expect(error.code == NSMigrationMissingSourceModelError)
    #expect(error.localizedDescription.contains("Store.sqlite carries no model"))
  }
}
