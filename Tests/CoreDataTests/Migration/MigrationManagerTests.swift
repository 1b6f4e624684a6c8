import CoreData
import Foundation
import SectionedTesting
import Testing

@Suite("A migration manager makes a store of another model")
struct MigrationManagerTests {
  private let store: MigratingStore
  private let new: URL
  private let expected = ["Ann 3 new nil cat+dog", "Bob 5 new nil fish", "Cid 1 new nil "]

  init() throws {
    store = try MigratingStore()
    new = store.folder.file("New.sqlite")
    try MappedMigration.fill(store)
  }

  private func manager() -> NSMigrationManager {
    NSMigrationManager(sourceModel: MappedMigration.model(1), destinationModel: MappedMigration.model(2))
  }

  private func migrate(_ mapping: NSMappingModel, _ manager: NSMigrationManager? = nil) throws {
    try (manager ?? self.manager()).migrateStore(
      from: store.url, type: .sqlite, mapping: mapping, to: new, type: .sqlite)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).sorted()
  }

  private func error(_ mapping: NSMappingModel, _ manager: NSMigrationManager? = nil) throws -> NSError {
    let (bytes, before) = (try Data(contentsOf: store.url), try files())
    let error = try #require(throws: (any Error).self) { try migrate(mapping, manager) }
    #expect(try Data(contentsOf: store.url) == bytes)
    #expect(try files() == before)
    return error as NSError
  }

  @Test func aMappingInCode() throws {
    let bytes = try Data(contentsOf: store.url)
    let manager = manager()
    try migrate(MappedMigration.mappings(), manager)
    #expect(try MappedMigration.humans(store, at: new) == expected)
    #expect(try store.at(new).problems(MappedMigration.model(2)) == [])
    #expect(try Data(contentsOf: store.url) == bytes)
    #expect(try files() == ["New.sqlite", store.url.lastPathComponent])
    #expect(manager.migrationProgress == 1)
    #expect(manager.destinationInstances(forEntityMappingName: "PersonToHuman", sourceInstances: nil).count == 3)
    #expect(manager.sourceInstances(forEntityMappingName: "PetToPet", destinationInstances: nil).count == 3)
    #expect(manager.mappingModel.entityMappings.count == 2)
  }

  /// The classes belong to the program's newest model. They know neither the old model nor that a migration makes the
  /// objects.
  @Test func theProgramsClassesTakeNoPart() throws {
    let (old, next) = (MappedMigration.model(1), MappedMigration.model(2))
    old.entitiesByName["Person"]?.managedObjectClassName = String(reflecting: EagerHuman.self)
    next.entitiesByName["Human"]?.managedObjectClassName = String(reflecting: EagerHuman.self)
    let manager = NSMigrationManager(sourceModel: old, destinationModel: next)
    manager.userInfo = [:]
    try migrate(MappedMigration.mappings(policy: CityPolicy.name), manager)
    let humans = manager.destinationInstances(forEntityMappingName: "PersonToHuman", sourceInstances: nil)
    let people = manager.sourceInstances(forEntityMappingName: "PersonToHuman", destinationInstances: nil)
    #expect((humans + people).map { $0 is EagerHuman } == [Bool](repeating: false, count: 6))
    #expect(try MappedMigration.humans(store, at: new).count == 3)
  }

  @Test func aPolicyTakesPartInEachPhase() throws {
    let manager = manager()
    manager.userInfo = [:]
    try migrate(MappedMigration.mappings(policy: CityPolicy.name), manager)
    #expect(
      try MappedMigration.humans(store, at: new)
        == ["Ann 3 new Rome cat+dog", "Bob 5 new Oslo fish", "Cid 1 new Rome "])
    #expect(
      manager.userInfo?["calls"] as? String
        == "begin create create create endCreate relate relate relate endRelate validate end ")
    let cities = try store.at(new).with(MappedMigration.model(2)) { context in
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "City"))
    }
    #expect(cities == 2)
  }

  @Test(arguments: ["begin", "create", "endCreate", "relate", "endRelate", "validate", "end"])
  func whatAPolicyThrowsEndsTheMigration(_ call: String) throws {
    let manager = manager()
    manager.userInfo = ["failing": call]
    #expect(
      try error(MappedMigration.mappings(policy: CityPolicy.name), manager).code == CocoaError.fileReadUnknown.rawValue)
    // The manager can be used again after an error.
    manager.userInfo = [:]
    try migrate(MappedMigration.mappings(policy: CityPolicy.name), manager)
    #expect(try MappedMigration.humans(store, at: new).count == 3)
  }

  @Test(arguments: ["begin", "create", "endCreate", "relate", "validate", "end"])
  func aMigrationIsCancelled(_ call: String) throws {
    let manager = manager()
    manager.userInfo = ["cancelling": call]
    #expect(
      try error(MappedMigration.mappings(policy: CityPolicy.name), manager).code == CocoaError.userCancelled.rawValue)
  }

  @Test func aProgressFollowsAndCancels() throws {
    let parent = Progress(totalUnitCount: 1)
    parent.becomeCurrent(withPendingUnitCount: 1)
    try migrate(MappedMigration.mappings())
    parent.resignCurrent()
    #expect(parent.fractionCompleted == 1)
    try FileManager.default.removeItem(at: new)
    let cancelled = Progress(totalUnitCount: 1)
    cancelled.cancel()
    cancelled.becomeCurrent(withPendingUnitCount: 1)
    defer { cancelled.resignCurrent() }
    #expect(try error(MappedMigration.mappings()).code == NSMigrationCancelledError)
  }

  /// A large store is migrated in parts, each with a mapping model of its own.
  @Test func passesAddToTheDestination() throws {
    for predicate in ["age > 50", "age < 50"] {
      let mapping = MappedMigration.mappings(where: predicate)
      mapping.entityMappings = mapping.entityMappings.filter { $0.name == "PersonToHuman" }
      mapping.entityMappings[0].relationshipMappings = []
      try migrate(mapping)
    }
    #expect(try MappedMigration.humans(store, at: new) == ["Ann 3 new nil ", "Bob 5 new nil ", "Cid 1 new nil "])
    #expect(try files() == ["New.sqlite", store.url.lastPathComponent])
  }

  /// A mapping model that Xcode made also names properties of the old entity.
  @Test func aPropertyWithoutAnExpressionSetsNothing() throws {
    let mapping = changed { mapping in
      for name in ["friends", "kind"] {
        let property = NSPropertyMapping()
        property.name = name
        mapping.relationshipMappings?.append(property)
        mapping.attributeMappings?.append(property)
      }
    }
    try migrate(mapping)
    #expect(try MappedMigration.humans(store, at: new) == expected)
  }

  @Test(arguments: [true, false]) func anInferredMapping(_ byStore: Bool) throws {
    let old = try MigratingStore()
    try FailingMigration.fill(old, 20)
    let model = FailingMigration.model(2)
    let manager = NSMigrationManager(sourceModel: FailingMigration.model(1), destinationModel: model)
    manager.usesStoreSpecificMigrationManager = byStore
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: manager.sourceModel, destinationModel: model)
    let url = old.folder.file("New.sqlite")
    let before = try old.contents(FailingMigration.model(1))
    try manager.migrateStore(from: old.url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
    #expect(try old.at(url).contents(model) == FailingMigration.expected(before))
    #expect(try old.at(url).problems(model) == [])
    #expect(try old.contents(FailingMigration.model(1)) == before)
    #expect(manager.migrationProgress == 1)
  }

  @Test func anInferredMappingThatWasChangedIsCarriedOutByObjects() throws {
    let old = MappedMigration.model(1)
    let next = try #require(old.copy() as? NSManagedObjectModel)
    next.entitiesByName["Person"]?.properties.append(NSAttributeDescription("text"))
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: next)
    let text = mapping.entityMappingsByName["IEM_Transform_Person"]?.attributeMappings?.first { $0.name == "text" }
    text?.valueExpression = NSExpression(
      forBlock: { _, arguments, _ in "\(arguments[0])!" }, arguments: [NSExpression(format: "$source.name")])
    let manager = NSMigrationManager(sourceModel: old, destinationModel: next)
    try manager.migrateStore(from: store.url, type: .sqlite, mapping: mapping, to: new, type: .sqlite)
    try store.at(new).with(next) { context in
      let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
      #expect(Set(people.compactMap { $0.value(forKey: "text") as? String }) == ["Ann!", "Bob!", "Cid!"])
      #expect(people.reduce(0) { $0 + (($1.value(forKey: "pets") as? NSSet)?.count ?? 0) } == 3)
    }
  }
}

extension MigrationManagerTests {
  private func changed(_ change: (NSEntityMapping) -> Void) -> NSMappingModel {
    let mapping = MappedMigration.mappings()
    change(mapping.entityMappings[0])
    return mapping
  }

  private func changed(_ name: String, _ format: String) -> NSMappingModel {
    changed { mapping in
      let property = NSPropertyMapping()
      property.name = name
      property.valueExpression = NSExpression(format: format)
      mapping.attributeMappings?.append(property)
    }
  }

  @Test func whatDoesNotFitIsAnErrorThatNamesIt() throws {
    let wrong: [(NSMappingModel, code: Int, says: String)] = [
      (changed { $0.sourceEntityName = "Nobody" }, NSMigrationError, "Nobody"),
      (changed { $0.destinationEntityName = "Nobody" }, NSMigrationError, "Nobody"),
      (changed { $0.name = "PetToPet" }, NSMigrationError, "two mappings are named PetToPet"),
      (changed { $0.name = nil }, NSMigrationError, "no name"),
      (changed { $0.entityMigrationPolicyClassName = "No.Such" }, NSEntityMigrationPolicyError, "No.Such"),
      (changed("nothing", "$source.name"), NSMigrationError, "Human.nothing"),
      (changed("kind", "$source.nothing"), NSMigrationError, "Person.nothing"),
      (changed("kind", "$source.age"), NSMigrationError, "Human.kind takes a String"),
      (changed("kind", "$nothing"), NSCoreDataError, "$nothing"),
      (changed("kind", "FUNCTION($manager, 'kind:', $source)"), NSMigrationError, "kind:"),
      (changed("kind", "FUNCTION($entityPolicy, 'kind:', $source)"), NSEntityMigrationPolicyError, "kind:"),
      (changed("kind", "FUNCTION($source, 'kind:', $source)"), NSCoreDataError, "kind:"),
      (
        changed { $0.relationshipMappings?[0].valueExpression = NSExpression(format: "$source.pets") },
        NSMigrationError,
        "Human.pets takes Pet"
      ),
      (
        changed {
          $0.relationshipMappings?[0].valueExpression = NSExpression(
            format:
              "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'No', $source.pets)")
        }, NSMigrationError, "no mapping No"
      ),
      (changed { $0.sourceExpression = NSExpression(format: "1 + 1") }, NSMigrationError, "gives no objects"),
      (
        changed { $0.attributeMappings = [] }, NSValidationMultipleErrorsError, "fullName"
      ),
    ]
    for (mapping, code, says) in wrong {
      let error = try error(mapping)
      #expect(error.code == code, "\(error)")
      #expect("\(error)".contains(says), "\(error)")
    }
  }

  @Test func storesThatDoNotFitAreErrors() throws {
    let mapping = MappedMigration.mappings()
    let manager = manager()
    func code(_ from: URL, _ to: URL, _ mapping: NSMappingModel?, _ type: String = NSSQLiteStoreType) -> Int? {
      do {
        try manager.migrateStore(
          from: from, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: to, destinationType: type)
        return nil
      } catch {
        return (error as NSError).code
      }
    }
    #expect(code(store.url, new, nil) == NSMigrationMissingMappingModelError)
    #expect(code(store.url, store.url, mapping) == NSMigrationManagerDestinationStoreError)
    #expect(code(store.url, new, mapping, NSInMemoryStoreType) == NSMigrationManagerDestinationStoreError)
    #expect(code(store.url, new, mapping, "Tape") == NSPersistentStoreInvalidTypeError)
    #expect(code(store.folder.file("none"), new, mapping) == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(
      code(store.url, store.folder.file("none/New"), mapping) == NSMigrationManagerDestinationStoreError)
    // A file at the destination stays as it is, whether it is another store or none.
    let other = try MigratingStore()
    try other.fill(FailingMigration.model(1)) { _ in }
    let bytes = try Data(contentsOf: other.url)
    #expect(code(store.url, other.url, mapping) == NSMigrationManagerDestinationStoreError)
    #expect(try Data(contentsOf: other.url) == bytes)
    #expect(code(other.url, new, mapping) == NSMigrationManagerSourceStoreError)
    let text = Data("no store, but dear to its owner".utf8)
    try text.write(to: new)
    #expect(code(store.url, new, mapping) != nil)
    #expect(try Data(contentsOf: new) == text)
  }

  @Test func aUniquenessConstraintIsViolated() throws {
    let next = MappedMigration.model(2)
    next.entitiesByName["Human"]?.uniquenessConstraints = [["kind"]]
    let manager = NSMigrationManager(sourceModel: MappedMigration.model(1), destinationModel: next)
    #expect(try error(MappedMigration.mappings(), manager).code == NSMigrationConstraintViolationError)
  }
}

/// A human that writes its life-cycle callbacks into its name.
final class EagerHuman: NSManagedObject {
  override func awakeFromInsert() { setValue("inserted", forKey: "fullName") }
  override func awakeFromFetch() { setValue("fetched", forKey: "fullName") }
}
