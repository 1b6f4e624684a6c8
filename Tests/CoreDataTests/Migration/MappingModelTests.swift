import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Mapping models")
struct MappingModelTests {
  /// A stays, B becomes C with another attribute, D goes, E comes.
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
