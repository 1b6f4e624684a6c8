import Foundation

/// The expressions that mapping models consist of, in the form that Xcode writes.
package enum MappingExpressions {
  package static let destinationsOfMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  package static let destinationsOfRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  package static let request = "fetchRequestForSourceEntityNamed:predicateString:"

  /// The expression for all objects of a source entity, without subentities.
  package static func objects(of entity: String) -> NSExpression {
    let request = ExpressionSyntax.call(of: manager, Self.request, [text(entity), text("TRUEPREDICATE")])
    return WrittenExpression.make(
      .call(
        of: .keyPath(of: manager, ["sourceContext"]), ExpressionSyntax.fetchName,
        [request, .constant(.value(.int(0)))]
      ))
  }

  /// The expression `$source.name`.
  static func value(_ name: String) -> NSExpression { WrittenExpression.make(sourceValue(name)) }

  /// The expression for the destination objects that any mapping has created from a source relationship's objects.
  static func destinations(ofRelationship name: String) -> NSExpression {
    WrittenExpression.make(.call(of: manager, destinationsOfRelationship, [text(name), sourceValue(name)]))
  }

  /// The expression for the destination objects that one mapping has created from a source relationship's objects.
  static func destinations(ofRelationship name: String, by mapping: String) -> NSExpression {
    WrittenExpression.make(.call(of: manager, destinationsOfMapping, [text(mapping), sourceValue(name)]))
  }

  /// The expression for the destination objects of some source objects, created by one mapping or by any mapping.
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

/// The variable for the migration manager in the expressions of a mapping model.
public let NSMigrationManagerKey = "manager"

/// The variable for the source object in the expressions of a mapping model.
public let NSMigrationSourceObjectKey = "source"

/// The variable for the destination object in the expressions of a mapping model.
public let NSMigrationDestinationObjectKey = "destination"

/// The variable for the entity mapping in the expressions of a mapping model.
public let NSMigrationEntityMappingKey = "entityMapping"

/// The variable for the property mapping in the expressions of a mapping model.
public let NSMigrationPropertyMappingKey = "propertyMapping"

/// The variable for the entity migration policy in the expressions of a mapping model.
public let NSMigrationEntityPolicyKey = "entityPolicy"
