import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Trees of entities that are changed, merged and archived")
struct ModelInheritanceTests {
  @Test("An entity has one superentity, and stands once below it")
  func oneParent() {
    let (first, second) = (NSEntityDescription("First"), NSEntityDescription("Second"))
    let (child, other) = (NSEntityDescription("Child"), NSEntityDescription("Other"))
    first.subentities = [child, other]
    second.subentities = [child, child]
    #expect(first.subentities.map(\.name) == ["Other"])
    #expect(second.subentities.map(\.name) == ["Child"])
    #expect(child.superentity === second && other.superentity === first)
    let layout = NSManagedObjectModel([first, second]).layout
    #expect(layout.entities.map(\.name) == ["First", "Other", "Second", "Child"])
    #expect(layout.entities.map(\.subtree) == [0..<2, 1..<2, 2..<4, 3..<4])
  }

  @Test("Subentities of one entity in several models are all below it when these are merged")
  func merging() throws {
    let models = ["Car", "Truck"].map { name in
      let vehicle = NSEntityDescription("Vehicle", [NSAttributeDescription("wheels")])
      vehicle.subentities = [NSEntityDescription(name, [NSAttributeDescription("own")])]
      return NSManagedObjectModel([vehicle])
    }
    let merged = try #require(NSManagedObjectModel(byMerging: models))
    let vehicle = try #require(merged.entitiesByName["Vehicle"])
    #expect(vehicle.subentities.map(\.name) == ["Car", "Truck"])
    for name in ["Car", "Truck"] {
      let entity = try #require(merged.entitiesByName[name])
      #expect(entity.superentity === vehicle, "\(name)")
      #expect(entity.propertiesByName.keys.sorted() == ["own", "wheels"], "\(name)")
    }
    for model in models {
      for (name, hash) in model.entityVersionHashesByName {
        #expect(merged.entityVersionHashesByName[name] == hash, "\(name)")
      }
    }
  }

  private func properties(_ isChild: Bool) -> [NSPropertyDescription] {
    let kept = NSAttributeDescription("kept")
    kept.preservesValueInHistoryOnDeletion = isChild
    let noted = NSAttributeDescription("noted")
    noted.userInfo = ["of": isChild ? "child" : "parent"]
    let checked = NSAttributeDescription("checked")
    checked.setValidationPredicates(
      [NSPredicate(format: isChild ? "SELF != 'b'" : "SELF != 'a'")], withValidationWarnings: ["wrong"])
    let derived = NSDerivedAttributeDescription()
    derived.name = "derived"
    derived.attributeType = .stringAttributeType
    derived.derivation = isChild ? "uppercase:(kept)" : "lowercase:(kept)"
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "fetched"
    fetched.fetchRequest = NSFetchRequest<any NSFetchRequestResult>(entityName: "Parent")
    fetched.fetchRequest?.fetchLimit = isChild ? 2 : 1
    return [kept, noted, checked, derived, fetched]
  }

  @Test("What a subentity has otherwise is its own after reading an archive, whatever it is")
  func overriding() throws {
    let parent = NSEntityDescription("Parent", properties(false))
    parent.subentities = [NSEntityDescription("Child", properties(true)), NSEntityDescription("Same")]
    let model = NSManagedObjectModel([parent])
    let back = try NSManagedObjectModel(modelCache: ArchiveModelWriter.modelCache(of: model))
    // These hashes decide whether a store opens with the model that it carries.
    #expect(back.entityVersionHashesByName == model.entityVersionHashesByName)
    let own = back.entitiesByName.mapValues { $0.ownProperties.map(\.name).sorted() }
    let names = ["checked", "derived", "fetched", "kept", "noted"]
    #expect(own == ["Parent": names, "Child": names, "Same": []])
    let child = try #require(back.entitiesByName["Child"])
    #expect(child.attributesByName["kept"]?.preservesValueInHistoryOnDeletion == true)
    #expect(child.attributesByName["noted"]?.userInfo?["of"] as? String == "child")
    let expected = NSPredicate(format: "SELF != 'b'").syntax.description
    #expect(child.attributesByName["checked"]?.validationPredicates.map(\.syntax.description) == [expected])
    let derived = child.attributesByName["derived"] as? NSDerivedAttributeDescription
    #expect(derived?.derivation == "uppercase:(kept)")
    let fetched = child.propertiesByName["fetched"] as? NSFetchedPropertyDescription
    #expect(fetched?.fetchRequest?.fetchLimit == 2)
  }
}
