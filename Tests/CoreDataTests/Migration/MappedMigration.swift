import CoreData
import Foundation
import SectionedTesting

/// People with a city as text, and their pets. In the second version people are humans with ordered pets, ages are
/// decades, and cities are objects.
enum MappedMigration {
  static func model(_ version: Int) -> NSManagedObjectModel {
    if version == 1 {
      let person = NSEntityDescription(
        "Person",
        [
          NSAttributeDescription("name", isOptional: false), NSAttributeDescription("age", .integer16AttributeType),
          NSAttributeDescription("city"),
        ])
      let pet = NSEntityDescription("Pet", [NSAttributeDescription("name")])
      person.relate("pets", .many, to: pet, "owner", .one)
      return NSManagedObjectModel([person, pet])
    }
    let human = NSEntityDescription(
      "Human",
      [
        NSAttributeDescription("fullName", isOptional: false),
        NSAttributeDescription("decade", .integer16AttributeType),
        NSAttributeDescription("kind", .stringAttributeType, "new", isOptional: false),
      ])
    let pet = NSEntityDescription("Pet", [NSAttributeDescription("name")])
    let city = NSEntityDescription("City", [NSAttributeDescription("name")])
    human.relate("pets", .ordered, to: pet, "owner", .one)
    city.relate("humans", .many, to: human, "city", .one)
    return NSManagedObjectModel([human, pet, city])
  }

  /// Stores Ann (34, Rome, a cat and a dog), Bob (52, Oslo, a fish) and Cid (19, Rome).
  static func fill(_ store: MigratingStore) throws {
    try store.fill(model(1)) { context in
      for (name, age, city, pets) in [
        ("Ann", 34, "Rome", ["cat", "dog"]), ("Bob", 52, "Oslo", ["fish"]), ("Cid", 19, "Rome", []),
      ] as [(String, Int16, String, [String])] {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue(name, forKey: "name")
        person.setValue(age, forKey: "age")
        person.setValue(city, forKey: "city")
        for name in pets {
          let pet = NSEntityDescription.insertNewObject(forEntityName: "Pet", into: context)
          pet.setValue(name, forKey: "name")
          pet.setValue(person, forKey: "owner")
        }
      }
    }
  }

  static func mapping(
    _ name: String, from source: String?, to destination: String?, attributes: [String: String] = [:],
    relationships: [String: String] = [:], policy: String? = nil, where predicate: String = "TRUEPREDICATE"
  ) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = name
    mapping.mappingType = .customEntityMappingType
    mapping.sourceEntityName = source
    mapping.destinationEntityName = destination
    mapping.entityMigrationPolicyClassName = policy
    func properties(_ formats: [String: String]) -> [NSPropertyMapping] {
      formats.sorted { $0.key < $1.key }.map { name, format in
        let property = NSPropertyMapping()
        property.name = name
        property.valueExpression = NSExpression(format: format)
        return property
      }
    }
    mapping.attributeMappings = properties(attributes)
    mapping.relationshipMappings = properties(relationships)
    if let source {
      mapping.sourceExpression = NSExpression(
        format: """
          FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", %@, %@), $manager.sourceContext, NO)
          """, argumentArray: [source, predicate])
    }
    return mapping
  }

  /// Returns a mapping model that makes humans of people, and pets of pets.
  static func mappings(policy: String? = nil, where predicate: String = "TRUEPREDICATE") -> NSMappingModel {
    let model = NSMappingModel()
    model.entityMappings = [
      mapping(
        "PersonToHuman", from: "Person", to: "Human",
        attributes: ["fullName": "$source.name", "decade": "trunc:($source.age / 10.0)"],
        relationships: [
          "pets": """
          FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "PetToPet", $source.pets)
          """
        ], policy: policy, where: predicate),
      mapping(
        "PetToPet", from: "Pet", to: "Pet", attributes: ["name": "$source.name"],
        relationships: [
          "owner": """
          FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "owner", $source.owner)
          """
        ]),
    ]
    return model
  }

  /// Returns a line for each human: name, decade, kind, city, pets.
  static func humans(_ store: MigratingStore, at url: URL) throws -> [String] {
    try store.at(url).with(model(2), migrates: false) { context in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Human")).map { human in
        let pets = (human.value(forKey: "pets") as? NSOrderedSet)?.compactMap { pet in
          (pet as? NSManagedObject)?.value(forKey: "name") as? String
        }
        let city = (human.value(forKey: "city") as? NSManagedObject)?.value(forKey: "name") as? String
        let parts = ["fullName", "decade", "kind"].map { human.value(forKey: $0).map { "\($0)" } ?? "nil" }
        return (parts + [city ?? "nil", (pets ?? []).sorted().joined(separator: "+")]).joined(separator: " ")
      }.sorted()
    }
  }
}

/// Makes one city of each text, and records in the manager's user info which of its methods are called.
final class CityPolicy: NSEntityMigrationPolicy {
  static let name = String(reflecting: CityPolicy.self)

  private func note(_ call: String, _ manager: NSMigrationManager) throws {
    let before = manager.userInfo?["calls"] ?? ""
    manager.userInfo?["calls"] = "\(before)\(call) "
    if manager.userInfo?["failing"] as? String == call { throw CocoaError(.fileReadUnknown) }
    if manager.userInfo?["cancelling"] as? String == call {
      manager.cancelMigrationWithError(CocoaError(.userCancelled))
    }
  }

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    try note("begin", manager)
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    try note("create", manager)
    guard let name = sInstance.value(forKey: "city") as? String else { return }
    let request = NSFetchRequest<NSManagedObject>(entityName: "City")
    request.predicate = NSPredicate(format: "name == %@", name)
    let city =
      try manager.destinationContext.fetch(request).first
      ?? NSEntityDescription.insertNewObject(forEntityName: "City", into: manager.destinationContext)
    city.setValue(name, forKey: "name")
    let humans = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    humans.first?.setValue(city, forKey: "city")
  }

  override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    try note("endCreate", manager)
  }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    try note("relate", manager)
  }

  override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    try note("endRelate", manager)
  }

  override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    try note("validate", manager)
  }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws { try note("end", manager) }
}
