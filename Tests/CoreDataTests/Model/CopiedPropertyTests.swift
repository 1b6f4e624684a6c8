import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Written against a setting that a copy forgets, and a link between descriptions that is not made.
@Suite("Copies and parts of descriptions")
struct CopiedPropertyTests {
  private func copy<Property: NSPropertyDescription>(_ property: Property) throws -> Property {
    property.name = "p"
    property.isOptional = false
    property.isTransient = true
    property.userInfo = ["a": "b"]
    property.renamingIdentifier = "former"
    property.versionHashModifier = "2"
    property.isIndexedBySpotlight = true
    let copy = try #require(property.copy() as? Property)
    #expect(copy !== property && type(of: copy) == type(of: property) && copy.owner == nil)
    #expect(copy.name == "p" && !copy.isOptional && copy.isTransient && copy.isIndexedBySpotlight)
    #expect(copy.userInfo as? [String: String] == ["a": "b"] && copy.renamingIdentifier == "former")
    #expect(copy.versionHashModifier == "2")
    return copy
  }

  @Test("a copy of an attribute has all that was set")
  func attributes() throws {
    let attribute = NSAttributeDescription()
    attribute.attributeType = .transformableAttributeType
    attribute.attributeValueClassName = "NSArray"
    attribute.valueTransformerName = "T"
    attribute.allowsExternalBinaryDataStorage = true
    attribute.preservesValueInHistoryOnDeletion = true
    attribute.allowsCloudEncryption = true
    attribute.setValidationPredicates([NSPredicate(format: "SELF > 1")], withValidationWarnings: ["small"])
    // Predicates replace bounds that were set before.
    attribute.bounds = AttributeBounds(minimum: 1, maximum: 3, pattern: "a*")
    let copied = try copy(attribute)
    #expect(copied.attributeType == .transformableAttributeType && copied.attributeValueClassName == "NSArray")
    #expect(copied.valueTransformerName == "T" && copied.bounds.pattern == "a*")
    #expect(copied.bounds.minimum == 1 && copied.bounds.maximum == 3)
    #expect(copied.allowsExternalBinaryDataStorage && copied.preservesValueInHistoryOnDeletion)
    #expect(copied.allowsCloudEncryption && copied.validationWarnings as? [String] == ["small"])
    #expect(copied.validationPredicates == [NSPredicate(format: "SELF > 1")])
    let number = NSAttributeDescription("n", .integer16AttributeType)
    number.defaultValue = 7
    #expect(try copy(number).defaultValue as? Int == 7)
    let derived = NSDerivedAttributeDescription()
    derived.derivationExpression = CoreData.NSExpression(format: "lowercase:(title)")
    #expect(try copy(derived).derivationExpression == derived.derivationExpression)
  }

  @Test("a copy of a relationship, a fetched property or an expression has all that was set")
  func others() throws {
    let relationship = NSRelationshipDescription()
    let entity = NSEntityDescription("E")
    relationship.destinationEntity = entity
    (relationship.minCount, relationship.maxCount, relationship.deleteRule) = (2, 5, .denyDeleteRule)
    relationship.isOrdered = true
    let related = try copy(relationship)
    #expect(related.destinationEntity === entity && related.minCount == 2 && related.maxCount == 5)
    #expect(related.deleteRule == .denyDeleteRule && related.isOrdered)

    let fetched = NSFetchedPropertyDescription()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "E")
    request.predicate = NSPredicate(format: "a == 1")
    fetched.fetchRequest = request
    let copied = try #require(try copy(fetched).fetchRequest)
    #expect(copied !== request && copied.entityName == "E" && copied.predicate == request.predicate)

    let expression = NSExpressionDescription()
    expression.expression = CoreData.NSExpression(format: "max:(a)")
    expression.expressionResultType = .doubleAttributeType
    let computed = try copy(expression)
    #expect(computed.expression == expression.expression && computed.expressionResultType == .doubleAttributeType)
  }

  @Test("an index knows its elements, and they know it and their properties, before they are in an entity")
  func indexes() throws {
    let (first, second) = (NSAttributeDescription("a"), NSAttributeDescription("b"))
    let element = NSFetchIndexElementDescription(property: first, collationType: .binary)
    element.isAscending = false
    let index = NSFetchIndexDescription(name: "i", elements: [element])
    index.partialIndexPredicate = NSPredicate(format: "a == 1")
    #expect(element.indexDescription === index && element.property === first && element.propertyName == "a")
    let other = NSFetchIndexElementDescription(property: second, collationType: .rTree)
    index.elements = [other]
    #expect(other.indexDescription === index && other.property === second)
    index.elements = [element, other]
    let copy = try #require(index.copy() as? NSFetchIndexDescription)
    #expect(copy.name == "i" && copy.partialIndexPredicate == index.partialIndexPredicate)
    #expect(copy.elements.map(\.propertyName) == ["a", "b"] && copy.elements.map(\.isAscending) == [false, true])
    #expect(copy.elements.map(\.collationType) == [.binary, .rTree])
    #expect(copy.elements.allSatisfy { $0.indexDescription === copy })
  }

  @Test("a default value of a composite attribute goes to the elements once, when they are set")
  func composites() {
    let composite = NSCompositeAttributeDescription()
    composite.defaultValue = ["x": 1, "y": 2]
    #expect(composite.defaultValue as? [String: Int] == ["x": 1, "y": 2])
    let elements = ["x", "y"].map { NSAttributeDescription($0, .integer32AttributeType) }
    composite.elements = elements
    #expect(elements.map { $0.defaultValue as? Int } == [1, 2])
    composite.defaultValue = ["x": 3]
    composite.elements = elements.reversed()
    #expect(elements.map { $0.defaultValue as? Int } == [3, nil])
  }
}
