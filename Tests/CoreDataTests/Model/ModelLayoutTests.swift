import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Layouts: every property of an entity has a slot")
struct ModelLayoutTests {
  private static let samples = ModelSamples.contents

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: samples)
  func layoutsOfEverySampleHold(_ url: URL) throws {
    let model = try NSManagedObjectModel(reading: url)
    try check(model)
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func layoutsOfEveryStoreHold(_ store: URL) throws {
    try check(NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store)))
  }

  private func check(_ model: NSManagedObjectModel) throws {
    let layout = model.layout
    #expect(layout.entities.map(\.index) == Array(0..<model.entities.count))
    for (entity, description) in zip(layout.entities, model.compile().entities) {
      #expect(entity.name == description.name)
      #expect(description.layout === entity)
      #expect(entity.parent.map { layout.entities[$0].name } == description.superentity?.name)
      if let parent = entity.parent {
        // A slot means the same property in the whole tree.
        let above = layout.entities[parent]
        #expect(entity.slots.prefix(above.slots.count).map(\.name) == above.slots.map(\.name))
        #expect(entity.root == above.root)
        #expect(above.subtree.contains(entity.index))
        #expect(parent < entity.index)
      } else {
        #expect(entity.root == entity.index)
      }
      let kin = model.compile().entities.indices.filter { model.compile().entities[$0].isKindOf(entity: description) }
      #expect(Array(entity.subtree) == kin)
      let stored = description.properties.filter { !($0 is NSFetchedPropertyDescription) }
      #expect(Set(entity.propertyNames) == Set(stored.map(\.name)))
      #expect(entity.propertyNames.count == stored.count)
      #expect(entity.attributeSlots.count + entity.toOneSlots.count + entity.toManySlots.count == entity.slots.count)
      for (index, slot) in entity.slots.enumerated() where !slot.isImplied {
        #expect(entity.slotsByName[slot.name] == index)
        try check(slot, of: description, in: layout)
      }
    }
  }

  private func check(_ slot: EntityLayout.Slot, of entity: NSEntityDescription, in layout: ModelLayout) throws {
    let property = try #require(entity.property(at: slot.name))
    #expect(slot.isOptional == property.isOptional)
    #expect(slot.isTransient == property.isTransient)
    switch slot.kind {
    case .attribute(let type):
      let attribute = try #require(property as? NSAttributeDescription)
      #expect(type == attribute.attributeType)
      // The elements of a composite attribute have the defaults.
      let hasDefault = attribute.defaultValue != nil && !(attribute is NSCompositeAttributeDescription)
      #expect(slot.defaultValue.isNull == !hasDefault)
    case .toOne(let relationship), .toMany(let relationship):
      let description = try #require(property as? NSRelationshipDescription)
      let destination = layout.entities[relationship.destination]
      #expect(destination.name == description.destinationEntity?.name)
      let inverse = relationship.hasImpliedInverse ? nil : relationship.inverse
      #expect(inverse.map { destination.slots[$0].name } == description.inverseRelationship?.name)
      #expect(relationship.isOrdered == description.isOrdered)
      #expect(relationship.deleteRule == description.deleteRule)
      #expect(relationship.minCount == description.minCount)
    }
  }

  @Test
  func rootsAreSortedWithoutRegardToCaseAndSubentitiesFollow() {
    let (zoo, apple, bee) = (NSEntityDescription("zoo"), NSEntityDescription("Apple"), NSEntityDescription("bee"))
    let (young, old) = (NSEntityDescription("Young"), NSEntityDescription("old"))
    let oldest = NSEntityDescription("Oldest")
    apple.subentities = [young, old]
    old.subentities = [oldest]
    let layout = NSManagedObjectModel([zoo, young, oldest, bee, old, apple]).layout
    #expect(layout.entities.map(\.name) == ["Apple", "old", "Oldest", "Young", "bee", "zoo"])
    #expect(layout.entities.map(\.subtree) == [0..<4, 1..<3, 2..<3, 3..<4, 4..<5, 5..<6])
  }

  /// Maintaining an inverse that leads to another relationship would change values that the program did not set.
  @Test
  func anInverseThatDoesNotLeadBackIsNone() {
    let (a, b) = (NSEntityDescription("A"), NSEntityDescription("B"))
    a.relate("b", .one, to: b, "all", .many)
    let other = NSRelationshipDescription()
    other.name = "favorite"
    other.destinationEntity = b
    other.maxCount = 1
    other.inverseRelationship = b.relationshipsByName["all"]
    a.properties += [other]
    let layout = NSManagedObjectModel([a, b]).layout.entities[0]
    let inverses = layout.toOneSlots.map { slot -> Int? in
      if case .toOne(let relationship) = layout.slots[slot].kind { relationship.inverse } else { nil }
    }
    #expect(inverses == [0, nil])
  }
}
