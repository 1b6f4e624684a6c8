import Foundation

/// The expressions that mapping models are made of, as Xcode writes them.
package enum MappingExpressions {
  package static let destinationsOfMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  package static let destinationsOfRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  package static let request = "fetchRequestForSourceEntityNamed:predicateString:"

  /// All objects of a source entity itself.
  package static func objects(of entity: String) -> NSExpression {
    let request = ExpressionSyntax.call(of: manager, Self.request, [text(entity), text("TRUEPREDICATE")])
    return WrittenExpression.make(
      .call(
        of: .keyPath(of: manager, ["sourceContext"]), ExpressionSyntax.fetchName,
        [request, .constant(.value(.int(0)))]
      ))
  }

  /// `$source.name`
  static func value(_ name: String) -> NSExpression { WrittenExpression.make(sourceValue(name)) }

  /// The objects that any mapping has made from the destinations of a source relationship.
  static func destinations(ofRelationship name: String) -> NSExpression {
    WrittenExpression.make(.call(of: manager, destinationsOfRelationship, [text(name), sourceValue(name)]))
  }

  /// The objects that one mapping has made from the destinations of a source relationship.
  static func destinations(ofRelationship name: String, by mapping: String) -> NSExpression {
    WrittenExpression.make(.call(of: manager, destinationsOfMapping, [text(mapping), sourceValue(name)]))
  }

  /// The destination instances of some source objects: those of one mapping, or of any mapping.
  static func destinations(of sources: ExpressionSyntax, by mapping: String?, relationship: String) -> NSExpression {
    WrittenExpression.make(
      mapping.map { .call(of: manager, destinationsOfMapping, [text($0), sources]) }
        ?? .call(of: manager, destinationsOfRelationship, [text(relationship), sources]))
  }

  private static let manager = ExpressionSyntax.variable(NSMigrationManagerKey)

  static func sourceValue(_ name: String) -> ExpressionSyntax {
    .keyPath(of: .variable(NSMigrationSourceObjectKey), [name])
  }

  private static func text(_ text: String) -> ExpressionSyntax { .constant(.value(.string(text))) }
}

/// The variable that stands for the manager in the expressions of a mapping model.
public let NSMigrationManagerKey = "manager"

/// The variable that stands for the object that is migrated in the expressions of a mapping model.
public let NSMigrationSourceObjectKey = "source"

/// The variable that stands for the object made of the source object in the expressions of a mapping model.
public let NSMigrationDestinationObjectKey = "destination"

/// The variable that stands for the mapping of the entity in the expressions of a mapping model.
public let NSMigrationEntityMappingKey = "entityMapping"

/// The variable that stands for the mapping of the property in the expressions of a mapping model.
public let NSMigrationPropertyMappingKey = "propertyMapping"

/// The variable that stands for the policy of the mapping in the expressions of a mapping model.
public let NSMigrationEntityPolicyKey = "entityPolicy"
