import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("Models are made in code, copied, merged and frozen")
struct CodeModelTests {
  /// Makes the model of these tests: vehicles, cars and trucks with their owners.
  private func vehicles() -> NSManagedObjectModel {
    let vehicle = NSEntityDescription(
      "Vehicle", [NSAttributeDescription("plate"), NSAttributeDescription("wheels", .integer16AttributeType)])
    let car = NSEntityDescription("Car", [NSAttributeDescription("doors", .integer16AttributeType)])
    let truck = NSEntityDescription("Truck")
    let person = NSEntityDescription("Person", [NSAttributeDescription("name")])
    vehicle.isAbstract = true
    vehicle.subentities = [car, truck]
    vehicle.uniquenessConstraints = [["plate"]]
    vehicle.indexes = [
      NSFetchIndexDescription(
        name: "byPlate",
        elements: [NSFetchIndexElementDescription(property: vehicle.properties[0], collationType: .binary)]
      )
    ]
    vehicle.relate("owner", .one, to: person, "vehicles", .many)
    let model = NSManagedObjectModel([vehicle, car, truck, person])
    model.setEntities([person], forConfigurationName: "People")
    model.setFetchRequestTemplate(
      {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.predicate = NSPredicate(format: "name == $NAME")
        return request
      }(), forName: "byName"
    )
    return model
  }

  @Test
  func inheritedPropertiesAreTheParentsOwn() throws {
    let model = vehicles()
    let car = try #require(model.entitiesByName["Car"])
    #expect(car.properties.map(\.name) == ["plate", "wheels", "owner", "doors"])
    #expect(car.attributesByName["plate"]?.entity.name == "Vehicle")
    #expect(car.attributesByName["doors"]?.entity === car)
    #expect(car.relationshipsByName["owner"]?.inverseRelationship?.name == "vehicles")
    let vehicle = try #require(model.entitiesByName["Vehicle"])
    #expect(car.superentity === vehicle)
    #expect(car.isKindOf(entity: vehicle))
    #expect(!vehicle.isKindOf(entity: car))
    #expect(car.managedObjectModel === model)
    #expect(vehicle.subentitiesByName.keys.sorted() == ["Car", "Truck"])
    let person = try #require(model.entitiesByName["Person"])
    #expect(car.relationships(forDestination: person).map(\.name) == ["owner"])
  }

  @Test
  func settingPropertiesKeepsInheritedOnesOut() throws {
    let model = vehicles()
    let car = try #require(model.entitiesByName["Car"])
    car.properties += [NSAttributeDescription("color")]
    #expect(car.ownProperties.map(\.name) == ["doors", "color"])
    #expect(car.properties.count == 5)
  }

  @Test
  func aSubentityCanOverrideADefault() throws {
    let model = vehicles()
    let wheels = NSAttributeDescription("wheels", .integer16AttributeType)
    wheels.defaultValue = 4
    let car = try #require(model.entitiesByName["Car"])
    car.properties += [wheels]
    #expect(car.properties.map(\.name) == ["plate", "wheels", "owner", "doors"])
    let slot = try #require(car.layout.slotsByName["wheels"])
    let defaults = ["Vehicle", "Car"].map { model.entitiesByName[$0]?.layout.slots[slot].defaultValue }
    #expect("\(defaults)" == "[Optional(CoreDataModel.Value.null), Optional(CoreDataModel.Value.int(4))]")
  }

  @Test
  func subentitiesThatAreNotListedAreAdded() {
    let (parent, child) = (NSEntityDescription("Parent"), NSEntityDescription("Child"))
    parent.subentities = [child]
    #expect(NSManagedObjectModel([parent]).entities.map(\.name) == ["Parent", "Child"])
  }

  @Test
  func defaultsOfNewDescriptionsAreApples() {
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional && !attribute.isTransient)
    #expect(attribute.type == .undefined)
    let relationship = NSRelationshipDescription()
    #expect(relationship.deleteRule == .nullifyDeleteRule)
    #expect(relationship.isToMany)
    let entity = NSEntityDescription()
    #expect(entity.managedObjectClassName == "NSManagedObject")
    entity.name = "A"
    #expect(entity.renamingIdentifier == "A")
    attribute.attributeType = .decimalAttributeType
    #expect(attribute.attributeValueClassName == "NSDecimalNumber")
  }

  @Test
  func aCopySaysTheSameAndIsApart() throws {
    let model = vehicles()
    model.compile()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(ModelFacts.facts(copy) == ModelFacts.facts(model))
    #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    for (name, entity) in copy.entitiesByName {
      #expect(entity !== model.entitiesByName[name])
      #expect(entity.managedObjectModel === copy)
      for relationship in entity.relationshipsByName.values {
        #expect(relationship.destinationEntity?.managedObjectModel === copy)
        #expect(relationship.inverseRelationship?.entity.managedObjectModel === copy)
      }
      for index in entity.indexes { #expect(index.elements.allSatisfy { $0.property?.entity === entity }) }
    }
    // The original is frozen, but the copy is not.
    copy.entitiesByName["Person"]?.properties.append(NSAttributeDescription("email"))
    #expect(model.entitiesByName["Person"]?.attributesByName["email"] == nil)
  }

  @Test
  func aTemplateIsFilledWithValues() throws {
    let model = vehicles()
    let request = try #require(
      model.fetchRequestFromTemplate(withName: "byName", substitutionVariables: ["NAME": "Ann"])
    )
    #expect(request.predicate?.syntax.description == "name == \"Ann\"")
    #expect(model.fetchRequestTemplate(forName: "byName")?.predicate?.syntax.description == "name == $NAME")
    #expect(model.fetchRequestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
    model.setFetchRequestTemplate(nil, forName: "byName")
    #expect(model.fetchRequestTemplatesByName.isEmpty)
  }

  @Test
  func configurationsAreKept() {
    let model = vehicles()
    #expect(model.configurations == ["People"])
    #expect(model.entities(forConfigurationName: "People")?.map(\.name) == ["Person"])
    #expect(model.entities(forConfigurationName: nil)?.count == 4)
    #expect(model.entities(forConfigurationName: "none") == nil)
  }

  @Test
  func modelsThatGoTogetherAreMerged() throws {
    let trips = NSEntityDescription("Trip", [NSAttributeDescription("distance", .doubleAttributeType)])
    let merged = try #require(NSManagedObjectModel(byMerging: [vehicles(), NSManagedObjectModel([trips]), vehicles()]))
    #expect(Set(merged.entitiesByName.keys) == ["Vehicle", "Car", "Truck", "Person", "Trip"])
    #expect(
      merged.entitiesByName["Car"]?.relationshipsByName["owner"]?.destinationEntity?.managedObjectModel === merged)
    #expect(merged.fetchRequestTemplatesByName.keys.sorted() == ["byName"])
    #expect(merged.entities(forConfigurationName: "People")?.map(\.name) == ["Person"])
    // The other model has another Person, without vehicles.
    #expect(
      NSManagedObjectModel(byMerging: [vehicles(), NSManagedObjectModel([NSEntityDescription("Person")])]) == nil)
  }

  @Test
  func configurationsOfOneNameAreUnited() throws {
    let models = ["Trip", "Stop", "Map"].map { name in
      let entity = NSEntityDescription(name, [NSAttributeDescription("text")])
      let model = NSManagedObjectModel([entity])
      model.setEntities([entity], forConfigurationName: name == "Map" ? "Other" : "Local")
      return model
    }
    let merged = try #require(NSManagedObjectModel(byMerging: models))
    #expect(Set((merged.entities(forConfigurationName: "Local") ?? []).compactMap(\.name)) == ["Trip", "Stop"])
    #expect(merged.entities(forConfigurationName: "Other")?.map(\.name) == ["Map"])
  }

  @Test
  func metadataChoosesAmongVersions() throws {
    let old = NSManagedObjectModel([NSEntityDescription("Person", [NSAttributeDescription("name")])])
    let new = NSManagedObjectModel([
      NSEntityDescription("Person", [NSAttributeDescription("name"), NSAttributeDescription("email")])
    ])
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.entityVersionHashesByName]
    let chosen = try #require(NSManagedObjectModel(byMerging: [new, old], forStoreMetadata: metadata))
    #expect(chosen.entitiesByName["Person"]?.attributesByName.count == 1)
    #expect(old.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(!new.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: metadata) == nil)
  }

  /// Version 0 has only the entity A, version 1 also has B, and version 2 gives B another attribute. A alone does not
  /// distinguish them.
  @Test
  func versionsWithAnEntityInCommonAreDistinguished() throws {
    func version(_ attributes: [String]) -> NSManagedObjectModel {
      let entities = [NSEntityDescription("A", [NSAttributeDescription("x")])]
      let properties: [NSPropertyDescription] = attributes.map { NSAttributeDescription($0) }
      if properties.isEmpty { return NSManagedObjectModel(entities) }
      return NSManagedObjectModel(entities + [NSEntityDescription("B", properties)])
    }
    let versions = [version([]), version(["x"]), version(["x", "y"])]
    let trips = NSManagedObjectModel([NSEntityDescription("Trip", [NSAttributeDescription("distance")])])
    for model in versions {
      let metadata: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
      let chosen = try #require(NSManagedObjectModel(byMerging: versions + [trips], forStoreMetadata: metadata))
      #expect(chosen.entityVersionHashesByName == model.entityVersionHashesByName)
      // Metadata of a store with two models.
      let both = model.entityVersionHashesByName.merging(trips.entityVersionHashesByName) { first, _ in first }
      let merged = try #require(
        NSManagedObjectModel(byMerging: versions + [trips], forStoreMetadata: [NSStoreModelVersionHashesKey: both]))
      #expect(merged.entityVersionHashesByName == both)
    }
    let foreign: [String: Any] = [NSStoreModelVersionHashesKey: ["A": Data([1])]]
    #expect(NSManagedObjectModel(byMerging: versions, forStoreMetadata: foreign) == nil)
  }

  /// The entity must come from the model that has all entities of the metadata, not from one with fewer.
  @Test
  func theVersionWithAllEntitiesIsTaken() throws {
    func entity(_ defaultValue: String) -> NSEntityDescription {
      NSEntityDescription("A", [NSAttributeDescription("x", .stringAttributeType, defaultValue)])
    }
    let part = NSManagedObjectModel([entity("old")])
    let whole = NSManagedObjectModel([entity("new"), NSEntityDescription("B")])
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: whole.entityVersionHashesByName]
    let chosen = try #require(NSManagedObjectModel(byMerging: [part, whole], forStoreMetadata: metadata))
    #expect(chosen.entitiesByName["A"]?.attributesByName["x"]?.defaultValue as? String == "new")
  }

  @Test(.startsProcesses)
  func aFrozenModelCannotBeChanged() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let entity = NSEntityDescription("Person", [NSAttributeDescription("name")])
      let model = NSManagedObjectModel([entity])
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      entity.properties[0].isOptional = false
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The property name belongs to a model that is in use and can no longer be changed: change a copy()")
    )
  }

  @Test(.startsProcesses)
  func aModelThatMakesNoSenseStopsAtItsFirstUse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lost = NSRelationshipDescription()
      lost.name = "lost"
      let twins = [NSAttributeDescription("x"), NSAttributeDescription("x")]
      let model = NSManagedObjectModel([
        NSEntityDescription("A", [lost]), NSEntityDescription("B"), NSEntityDescription("B"),
      ])
      model.entities[0].properties += twins
      model.compile()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "The model cannot be used: the relationship A.lost has no destination entity; two properties of A are named x; "
          + "two entities are named B."
      )
    )
  }

  @Test(.startsProcesses)
  func anEntityBelongsToOneModel() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let entity = NSEntityDescription("A")
      let first = NSManagedObjectModel([entity])
      _ = NSManagedObjectModel([entity])
      _ = first
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The entity A belongs to another model: put a copy() of it into this one."))
  }
}
