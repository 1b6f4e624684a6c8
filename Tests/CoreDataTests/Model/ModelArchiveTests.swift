import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Models are read from compiled archives")
struct ModelArchiveTests {
  /// The JSON file beside a store, which another program made from the store's archive.
  private struct Listed: Decodable {
    struct Entity: Decodable {
      let name: String
      let className: String?
      let parent: String?
      let abstract: Bool
      let versionHashModifier: String?
      let attributes: [Attribute]
      let relationships: [Relationship]
      let fetched: [Fetched]
      let indexed: [String]?
      let compoundIndexes: [[String]]?
      let uniqueness: [[String]]?
    }
    struct Attribute: Decodable {
      let name: String
      let type: String
      let optional: Bool
      let transient: Bool
      let indexed: Bool
      let external: Bool
      let `class`: String
      let inherited: Bool
      let transformer: String?
      let `default`: Default?
    }
    enum Default: Decodable {
      case number(Double)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
          self = .number(flag ? 1 : 0)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    struct Relationship: Decodable {
      let name: String
      let destination: String
      let inverse: String?
      let min: Int
      let max: Int
      let delete: UInt
      let optional: Bool
      let ordered: Bool
      let transient: Bool
      let inherited: Bool
    }
    struct Fetched: Decodable {
      let name: String
    }
    let entities: [Entity]
    let versionIdentifiers: [String]
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func everyStoreCarriesTheModelThatItsJSONSays(_ store: URL) throws {
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store))
    let json = try Data(contentsOf: URL(fileURLWithPath: store.path + ".modelcache.json"))
    let listed = try JSONDecoder().decode(Listed.self, from: json)
    #expect(model.versionIdentifiers == Set(listed.versionIdentifiers))
    #expect(Set(model.entitiesByName.keys) == Set(listed.entities.map(\.name)))
    for entity in listed.entities {
      let read = try #require(model.entitiesByName[entity.name])
      #expect(read.managedObjectClassName == entity.className ?? "NSManagedObject")
      #expect(read.superentity?.name == entity.parent)
      #expect(read.isAbstract == entity.abstract)
      #expect(read.versionHashModifier == entity.versionHashModifier)
      #expect(read.uniquenessNames == entity.uniqueness ?? [])
      #expect(read.unnamedIndexNames == entity.compoundIndexes ?? [])
      #expect(Set(read.attributesByName.keys) == Set(entity.attributes.map(\.name)))
      #expect(Set(read.relationshipsByName.keys) == Set(entity.relationships.map(\.name)))
      for attribute in entity.attributes { try check(attribute, in: read) }
      for relationship in entity.relationships { try check(relationship, in: read) }
      let fetched = read.properties.filter { $0 is NSFetchedPropertyDescription }.map(\.name)
      #expect(Set(fetched) == Set(entity.fetched.map(\.name)))
    }
  }

  private func check(_ attribute: Listed.Attribute, in entity: NSEntityDescription) throws {
    let read = try #require(entity.attributesByName[attribute.name])
    let owner: Comment = "\(entity.name ?? "").\(attribute.name)"
    #expect(ModelFacts.typeName(read.attributeType) == attribute.type, owner)
    #expect(read.isOptional == attribute.optional, owner)
    #expect(read.isTransient == attribute.transient, owner)
    #expect(read.hasOwnIndex == attribute.indexed, owner)
    #expect(read.allowsExternalBinaryDataStorage == attribute.external, owner)
    #expect(read.valueTransformerName == attribute.transformer, owner)
    #expect((read is NSDerivedAttributeDescription) == (attribute.class == "NSDerivedAttributeDescription"), owner)
    #expect((read.entity === entity) == !attribute.inherited, owner)
    switch attribute.default {
    case .number(let number): #expect((read.defaultValue as? NSNumber)?.doubleValue == number, owner)
    // The only defaults that are texts there are objects of the program's own classes, which cannot be made here.
    case .text, nil: #expect(read.defaultValue == nil, owner)
    }
  }

  private func check(_ relationship: Listed.Relationship, in entity: NSEntityDescription) throws {
    let read = try #require(entity.relationshipsByName[relationship.name])
    let owner: Comment = "\(entity.name ?? "").\(relationship.name)"
    #expect(read.destinationEntity?.name == relationship.destination, owner)
    #expect(read.inverseRelationship?.name == relationship.inverse, owner)
    #expect(read.minCount == relationship.min, owner)
    #expect(read.maxCount == relationship.max, owner)
    #expect(read.deleteRule.rawValue == relationship.delete, owner)
    #expect(read.isOptional == relationship.optional, owner)
    #expect(read.isOrdered == relationship.ordered, owner)
    #expect(read.isTransient == relationship.transient, owner)
    #expect((read.entity === entity) == !relationship.inherited, owner)
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func everyStoreIsSeen() {
    let found = Set(ModelSamples.storesWithModel.map(\.lastPathComponent))
    let expected: Set = [
      "CoreDataMigration_Example_1.sqlite", "CoreDataMigration_Example_2.sqlite",
      "CoreDataMigration_Example_3.sqlite", "CoreDataMigration_Example_WAL.sqlite", "Example_v1.0.0.sqlite",
      "Example_v1.1.0.sqlite", "Example_v1.1.2.sqlite", "Example_v1.2.0.sqlite", "Example_v2.0.0.sqlite",
      "Moody.moody", "Moody 2.moody", "Moody 3.moody", "Moody 4.moody", "Moody 5.moody", "TestModel.sqlite",
      "SyncMetadata_V3.sqlite", "Bookmarks_V1.sqlite", "Bookmarks_V2.sqlite", "Bookmarks_V3.sqlite",
      "Bookmarks_V4.sqlite", "Bookmarks_V5.sqlite", "SampleModel_V1.sqlite", "SampleModel_V2.sqlite",
      "SampleModel2_V1.sqlite", "SampleModel2_V2.sqlite", "SampleModel3_V1.sqlite",
    ]
    #expect(expected.subtracting(found) == [])
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func compiledBundlesOpenAtTheirCurrentVersion() throws {
    let bundles = ModelSamples.files { $0.pathExtension == "momd" }
    #expect(Set(["SampleModel.momd", "SampleModel3.momd"]).isSubset(of: bundles.map(\.lastPathComponent)))
    for bundle in bundles {
      let model = try NSManagedObjectModel(reading: bundle)
      #expect(model.entities.count > 0)
    }
    for file in ModelSamples.files(where: { $0.pathExtension == "mom" }) {
      #expect(NSManagedObjectModel(contentsOf: file) != nil, "\(file.path)")
    }
  }

  /// The model of Book and Page was made in code, and has things that only code can express.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func whatTheJSONLeavesOutIsRead() throws {
    let store = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel2_V1.sqlite" })
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store))
    let book = try #require(model.entitiesByName["Book"])
    let count = try #require(book.attributesByName["pagesCount"] as? NSDerivedAttributeDescription)
    #expect(count.derivation == "pages.@count")
    #expect(
      book.attributesByName["title"]?.explicitValidation.map { $0.predicate.syntax.description } == [
        "length >= 3 AND length <= 50", "SELF CONTAINS \"title\"",
      ]
    )
    #expect(
      book.attributesByName["title"]?.explicitValidation.map(\.warning) == [
        "Title must have a length between 3 and 50 chars.", "Title must contain 'title'.",
      ]
    )
    let title = try #require(book.attributesByName["title"])
    #expect(title.validationPredicates.map { $0.evaluate(with: "a title") } == [true, true])
    #expect(title.validationPredicates.map { $0.evaluate(with: "ab") } == [false, false])
    let feedback = try #require(model.entitiesByName["Author"]?.propertiesByName["feedbacks"])
    let request = try #require((feedback as? NSFetchedPropertyDescription)?.fetchRequest)
    #expect(request.entityName == "Feedback")
    #expect(request.predicate?.syntax.description == "authorAlias == $FETCH_SOURCE.alias")
    #expect(request.sortDescriptors?.map(\.key) == ["rating"])
    #expect(request.includesSubentities && request.includesPendingChanges && request.returnsObjectsAsFaults)
    let liked = try #require(model.entitiesByName["Author"]?.propertiesByName["favFeedbacks"])
    #expect(
      (liked as? NSFetchedPropertyDescription)?.fetchRequest?.predicate?.syntax.description
        == "authorAlias == $FETCH_SOURCE.alias AND comment CONTAINS[c] $FETCHED_PROPERTY.userInfo.search"
    )
    #expect(liked.userInfo as? [String: String] == ["search": "great"])
    #expect(model.configurations == ["SampleConfigurationV1"])
    #expect(model.entities(forConfigurationName: "SampleConfigurationV1")?.count == 6)
    let first = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel_V1.sqlite" })
    let cars = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: first))
    #expect(cars.entitiesByName["Person"]?.attributesByName["id"]?.preservesValueInHistoryOnDeletion == true)
  }

  /// A file may contain any predicate, but none may stop the program when an object is saved.
  @Test
  func aValidationPredicateThatCannotBeAskedIsAnError() throws {
    let attribute = NSAttributeDescription("name")
    attribute.setValidationPredicates([NSPredicate(format: "SELF.a.b MATCHES '('")], withValidationWarnings: ["bad"])
    let written = NSManagedObjectModel([NSEntityDescription("Person", [attribute])])
    let model = try NSManagedObjectModel(modelCache: ArchiveModelWriter.modelCache(of: written))
    let entity = try #require(model.entitiesByName["Person"])
    #expect(entity.attributesByName["name"]?.validationPredicates.count == 1)
    let rule = try #require(ValidationPlan(of: entity, layout: entity.layout).rules.first)
    #expect(rule.problem(with: .string("Ann")) != nil)
  }
}
