import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("A model that is written is read back the same")
struct ModelArchiveWriterTests {
  private func roundTrip(_ model: NSManagedObjectModel) throws -> NSManagedObjectModel {
    try NSManagedObjectModel(modelCache: ArchiveModelWriter.modelCache(of: model))
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.contents)
  func everySampleComesBack(_ url: URL) throws {
    let model = try NSManagedObjectModel(reading: url)
    let back = try roundTrip(model)
    #expect(ModelFacts.facts(back).symmetricDifference(ModelFacts.facts(model)).sorted() == [])
    #expect(back.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(back.versionIdentifiers == model.versionIdentifiers)
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func everyStoresModelComesBack(_ store: URL) throws {
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store))
    let back = try roundTrip(model)
    #expect(ModelFacts.facts(back).symmetricDifference(ModelFacts.facts(model)).sorted() == [])
    let (texts, backTexts) = (validation(model), validation(back))
    #expect(texts == backTexts)
  }

  private func validation(_ model: NSManagedObjectModel) -> Set<String> {
    Set(
      model.entities.flatMap { entity in
        entity.ownProperties.flatMap { property in
          property.explicitValidation.map {
            "\(entity.name ?? "").\(property.name) \($0.predicate.syntax) \($0.warning)"
          }
        }
      }
    )
  }

  /// Each type has an attribute with a default that is difficult for the format, such as a value of several bytes.
  @Test
  func defaultsOfEveryTypeComeBack() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let decimal = try #require(Decimal(string: "-123456789012345678901234567890.12345678"))
    let defaults: [(NSAttributeType, any Sendable)] = [
      (.integer16AttributeType, -32_768), (.integer32AttributeType, 65_536), (.integer64AttributeType, Int.min),
      (.integer64AttributeType, Int.max), (.booleanAttributeType, true), (.doubleAttributeType, -0.1),
      (.floatAttributeType, 0.5), (.stringAttributeType, "Grüße 👋"), (.stringAttributeType, "$null"),
      (.decimalAttributeType, decimal), (.dateAttributeType, Date(timeIntervalSinceReferenceDate: -1.5)),
      (.binaryDataAttributeType, Data([0, 255])), (.UUIDAttributeType, uuid),
      (.URIAttributeType, try #require(URL(string: "https://example.org/a?b=c"))),
    ]
    let attributes = defaults.enumerated().map { index, pair in
      let attribute = NSAttributeDescription("a\(index)", pair.0)
      attribute.defaultValue = pair.1
      return attribute
    }
    let back = try roundTrip(NSManagedObjectModel([NSEntityDescription("Every", attributes)]))
    let read = try #require(back.entitiesByName["Every"]?.attributesByName)
    for (attribute, pair) in zip(attributes, defaults) {
      let value = Value(default: read[attribute.name]?.defaultValue, of: pair.0)
      #expect(describe(value) == describe(Value(default: pair.1, of: pair.0)), "\(attribute.name)")
      #expect(describe(value) != "null", "\(attribute.name)")
    }
  }

  /// Apple's archives repeat inherited properties. If a subentity changes one, it must stay the subentity's own.
  @Test func whatASubentityHasOtherwiseComesBack() throws {
    func attributes(_ change: (NSAttributeDescription) -> Void) -> [NSAttributeDescription] {
      let attribute = NSAttributeDescription("kind")
      attribute.defaultValue = "plain"
      change(attribute)
      return [attribute]
    }
    let parent = NSEntityDescription("Parent", attributes { _ in })
    let same = NSEntityDescription("Same", [NSAttributeDescription("own")])
    let other = NSEntityDescription("Other", attributes { $0.defaultValue = "special" })
    let needed = NSEntityDescription("Needed", attributes { $0.isOptional = false })
    parent.subentities = [same, other, needed]
    let back = try roundTrip(NSManagedObjectModel([parent, same, other, needed])).entitiesByName
    let kinds = back.mapValues { $0.attributesByName["kind"] }
    #expect(
      kinds.mapValues { $0?.defaultValue as? String } == [
        "Parent": "plain", "Same": "plain", "Other": "special", "Needed": "plain",
      ])
    #expect(kinds.mapValues { $0?.isOptional } == ["Parent": true, "Same": true, "Other": true, "Needed": false])
    #expect(back["Same"]?.ownProperties.map(\.name) == ["own"])
  }

  /// The archive is made by hand. It has an equality comparison whose operator is negated.
  @Test func aNegatedOperatorIsRead() throws {
    var builder = KeyedArchiveBuilder()
    let root = builder.reserve()
    let object = builder.object(["NSSelfExpression"], [(key: "NSExpressionType", value: .integer(1))])
    let text = builder.string("a")
    let constant = builder.object(
      ["NSConstantValueExpression"],
      [(key: "NSExpressionType", value: .integer(0)), (key: "NSConstantValue", value: text)])
    let negated = builder.object(
      ["NSEqualityPredicateOperator"],
      [
        (key: "NSOperatorType", value: .integer(4)), (key: "NSModifier", value: .integer(0)),
        (key: "NSNegate", value: .bool(true)),
      ])
    builder.fill(
      root, ["NSComparisonPredicate", "NSPredicate"],
      [
        (key: "NSLeftExpression", value: object), (key: "NSRightExpression", value: constant),
        (key: "NSPredicateOperator", value: negated),
      ])
    let archive = try KeyedArchive(builder.data(root: root))
    let read = ArchivedPredicate.syntax(try archive.object(archive.root))
    let expected = try NSPredicate.parse(format: "SELF != 'a'").syntax
    #expect(read?.description == expected.description)
  }

  private func describe(_ value: Value?) -> String {
    if case .decimal(let box)? = value { return "decimal \(box.number)" }
    return value.map { "\($0)" } ?? "none"
  }
}
