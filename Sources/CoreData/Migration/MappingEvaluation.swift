import Foundation

/// The values that a mapping gives one object.
struct MappingEvaluation {
  private let manager: NSMigrationManager
  private let mapping: NSEntityMapping
  private let object: NSManagedObject
  private let evaluation: ObjectEvaluation

  init(
    _ manager: NSMigrationManager, _ policy: NSEntityMigrationPolicy, _ mapping: NSEntityMapping,
    source: NSManagedObject, destination: NSManagedObject
  ) {
    self.manager = manager
    self.mapping = mapping
    object = destination
    var variables = Self.variables(manager, mapping, policy)
    variables[NSMigrationSourceObjectKey] = source
    variables[NSMigrationDestinationObjectKey] = destination
    evaluation = ObjectEvaluation(object: nil, variables: variables)
  }

  /// The objects that a mapping is for.
  static func sources(
    _ manager: NSMigrationManager, _ policy: NSEntityMigrationPolicy, _ mapping: NSEntityMapping
  ) throws -> [NSManagedObject] {
    guard let name = mapping.sourceEntityName else { return [] }
    let expression = mapping.sourceExpression ?? MappingExpressions.objects(of: name)
    let evaluation = ObjectEvaluation(object: nil, variables: variables(manager, mapping, policy))
    let value = try evaluation.object(expression.syntax)
    if let request = value as? NSFetchRequest<NSManagedObject> { return try manager.sourceContext.fetch(request) }
    guard let objects = objects(value) else {
      throw manager.error("the source expression of \(mapping.name ?? "") gives no objects: \(expression)")
    }
    return objects
  }

  func setAttribute(_ property: NSPropertyMapping) throws {
    guard let name = property.name, let expression = property.valueExpression,
      let attribute = object.entity.attributesByName[name], !(attribute is NSDerivedAttributeDescription)
    else { return }
    let value = try value(expression, for: property)
    guard let value, !(value is NSNull) else {
      // As a migration by the store does: an attribute that must have a value keeps its default.
      if attribute.isOptional || attribute.defaultValue == nil { object.setValue(nil, forKey: name) }
      return
    }
    guard attribute.attributeType.takesAnything || Value(boxed: value, as: attribute.attributeType) != nil else {
      throw manager.error(
        "\(mapping.destinationEntityName ?? "").\(name) takes \(attribute.attributeType.expectedValue), and "
          + "\(expression) gives \(type(of: value)) (\(value))",
        ["entity": mapping.destinationEntityName ?? "", "property": name]
      )
    }
    object.setValue(value, forKey: name)
  }

  func setRelationship(_ property: NSPropertyMapping) throws {
    guard let name = property.name, let expression = property.valueExpression,
      let relationship = object.entity.relationshipsByName[name]
    else { return }
    let objects = Self.objects(try value(expression, for: property))
    guard let objects, let destination = relationship.destinationEntity,
      objects.allSatisfy({
        $0.managedObjectContext === manager.destinationContext && $0.entity.isKindOf(entity: destination)
      })
    else {
      throw manager.error(
        "\(mapping.destinationEntityName ?? "").\(name) takes \(relationship.destinationEntity?.name ?? "") of the "
          + "destination, and \(expression) gives something else",
        ["entity": mapping.destinationEntityName ?? "", "property": name]
      )
    }
    if relationship.isOrdered {
      object.setValue(NSOrderedSet(array: objects), forKey: name)
    } else if relationship.isToMany {
      object.setValue(NSSet(array: objects), forKey: name)
    } else {
      object.setValue(objects.first, forKey: name)
    }
  }

  private func value(_ expression: NSExpression, for property: NSPropertyMapping) throws -> Any? {
    var evaluation = evaluation
    evaluation.variables[NSMigrationPropertyMappingKey] = property
    manager.currentStep?.relationship = property.name.flatMap { object.entity.relationshipsByName[$0] }
    return try evaluation.object(expression.syntax)
  }

  private static func variables(
    _ manager: NSMigrationManager, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy
  ) -> [String: Any] {
    [
      NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping, NSMigrationEntityPolicyKey: policy,
    ]
  }

  /// A managed object, or a collection of them; none for nil. Nil where it is something else.
  static func objects(_ value: Any?) -> [NSManagedObject]? {
    let elements: [Any]
    switch value {
    case nil, is NSNull: return []
    case let object as NSManagedObject: return [object]
    case let array as [Any]: elements = array
    case let set as NSOrderedSet: elements = set.array
    case let set as NSSet: elements = set.allObjects
    case let set as Set<AnyHashable>: elements = set.map(\.base)
    default: return nil
    }
    let objects = elements.compactMap { $0 as? NSManagedObject }
    return objects.count == elements.count ? objects : nil
  }
}

extension NSMigrationManager {
  func error(_ reason: String, _ details: [String: Any] = [:]) -> NSError {
    .coreData(NSMigrationError, "The migration cannot go on: \(reason).", details: details)
  }
}
