import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Mapping models")
struct MappingModelTests {
  /// A stays, B becomes C with a further attribute, D is removed, and E is added.
  @Test func whatWasInferredIsDescribed() throws {
    let renamed = NSEntityDescription("C", [NSAttributeDescription("x"), NSAttributeDescription("y")])
    renamed.renamingIdentifier = "B"
    let old = NSManagedObjectModel([
      NSEntityDescription("A", [NSAttributeDescription("a")]), NSEntityDescription("B", [NSAttributeDescription("x")]),
      NSEntityDescription("D"),
    ])
    let new = NSManagedObjectModel([
      NSEntityDescription("A", [NSAttributeDescription("a")]), renamed, NSEntityDescription("E"),
    ])
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
    #expect(mapping.entityMappings.map(\.name) == ["IEM_Copy_A", "IEM_Transform_C", "IEM_Add_E", "IEM_Remove_D"])
    let transform = try #require(mapping.entityMappingsByName["IEM_Transform_C"])
    #expect(transform.mappingType == .transformEntityMappingType)
    #expect(transform.sourceEntityName == "B")
    #expect(transform.sourceEntityVersionHash == old.entityVersionHashesByName["B"])
    #expect(transform.destinationEntityVersionHash == new.entityVersionHashesByName["C"])
    #expect(transform.attributeMappings?.compactMap(\.name) == ["x", "y"])
    #expect(transform.relationshipMappings?.isEmpty == true)
    let removed = try #require(mapping.entityMappingsByName["IEM_Remove_D"])
    #expect(removed.destinationEntityName == nil)
    #expect(removed.attributeMappings == nil)
  }

  /// Programs compare a mapping model that they found with the expected one.
  @Test func thoseThatSayTheSameAreEqual() {
    let mapping = MappedMigration.mappings()
    #expect(mapping == MappedMigration.mappings())
    #expect(mapping.hash == MappedMigration.mappings().hash)
    #expect(Set([mapping, MappedMigration.mappings()]).count == 1)
    func changed(_ change: (NSEntityMapping) -> Void) -> NSMappingModel {
      let changed = MappedMigration.mappings()
      change(changed.entityMappings[0])
      return changed
    }
    #expect(mapping != changed { $0.name = "Other" })
    #expect(mapping != changed { $0.mappingType = .copyEntityMappingType })
    #expect(mapping != changed { $0.sourceEntityName = nil })
    #expect(mapping != changed { $0.sourceEntityVersionHash = Data([1]) })
    #expect(mapping != changed { $0.destinationEntityName = nil })
    #expect(mapping != changed { $0.destinationEntityVersionHash = Data([1]) })
    #expect(mapping != changed { $0.sourceExpression = nil })
    #expect(mapping != changed { $0.entityMigrationPolicyClassName = CityPolicy.name })
    #expect(mapping != changed { $0.attributeMappings?[0].name = "other" })
    #expect(mapping != changed { $0.attributeMappings?[0].userInfo = ["a": 1] })
    #expect(mapping != changed { $0.relationshipMappings?[0].valueExpression = nil })
    #expect(mapping != changed { $0.userInfo = ["a": 1] })
    #expect(mapping == changed { $0.userInfo = [:] })
    let shorter = MappedMigration.mappings()
    shorter.entityMappings.removeLast()
    #expect(mapping != shorter)
  }

  @Test func whatCannotBeInferredIsAnError() throws {
    func model(_ type: NSAttributeType) -> NSManagedObjectModel {
      NSManagedObjectModel([NSEntityDescription("A", [NSAttributeDescription("x", type)])])
    }
    let error = try #require(throws: NSError.self) {
      try NSMappingModel.inferredMappingModel(
        forSourceModel: model(.stringAttributeType), destinationModel: model(.dateAttributeType)
      )
    }
    #expect(error.code == NSInferredMappingModelError)
    #expect(error.userInfo["entity"] as? String == "A")
  }
}
