import Foundation

/// A mapping that is being executed.
struct MigrationStep {
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy
  /// The relationship whose value is being computed.
  var relationship: NSRelationshipDescription?

  /// Finds the policy of a mapping, and checks that the mapping fits the two models.
  ///
  /// - Throws: 134110 if the mapping does not fit, or 134170 if the policy's class is not found.
  init(_ mapping: NSEntityMapping, _ manager: NSMigrationManager) throws {
    self.mapping = mapping
    policy = try Self.policy(mapping, manager)
    try check(manager)
  }

  private static func policy(
    _ mapping: NSEntityMapping, _ manager: NSMigrationManager
  ) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty, name != "NSEntityMigrationPolicy" else {
      return NSEntityMigrationPolicy()
    }
    let models = [manager.destinationModel, manager.sourceModel]
    // A policy that is named without a module may be in the module of the objects' classes.
    let classes = models.flatMap(\.entities).compactMap { entity -> String? in
      let name: String = entity.managedObjectClassName
      return name.split(separator: ".").count > 1 ? name.split(separator: ".").first.map(String.init) : nil
    }
    let modules = models.flatMap(\.bundleModules) + Set(classes).sorted()
    guard let named = ClassLookup.anyClass(named: name, of: modules),
      let policy = named as? NSEntityMigrationPolicy.Type
    else {
      throw NSError.coreData(
        NSEntityMigrationPolicyError,
        "The mapping \(mapping.name ?? "") names the policy \(name), and the program has no such subclass of "
          + "NSEntityMigrationPolicy. Name it with its module: Module.Policy.",
        details: ["entity": mapping.destinationEntityName ?? mapping.sourceEntityName ?? ""]
      )
    }
    return policy.init()
  }

  private func check(_ manager: NSMigrationManager) throws {
    let name = mapping.name ?? ""
    guard !name.isEmpty else { throw manager.error("a mapping of an entity has no name") }
    let source = manager.sourceEntity(for: mapping)
    if let entity = mapping.sourceEntityName, source == nil {
      throw manager.error("the mapping \(name) is of \(entity), which the source's model does not have")
    }
    guard let entity = mapping.destinationEntityName else { return }
    guard let destination = manager.destinationEntity(for: mapping) else {
      throw manager.error("the mapping \(name) makes \(entity), which the destination's model does not have")
    }
    if destination.isAbstract, mapping.sourceEntityName != nil, type(of: policy) == NSEntityMigrationPolicy.self {
      throw manager.error("the mapping \(name) makes objects of \(entity), which is abstract")
    }
    let attributes = (mapping.attributeMappings ?? []).map { ($0, Array(destination.attributesByName.keys)) }
    let relationships = (mapping.relationshipMappings ?? []).map { ($0, Array(destination.relationshipsByName.keys)) }
    for (property, known) in attributes + relationships {
      guard let key = property.name, known.contains(key) else {
        // A property mapping without an expression sets nothing. The policy may set the property itself, under
        // another name.
        if property.name != nil, property.valueExpression == nil { continue }
        throw manager.error(
          "the mapping \(name) sets \(entity).\(property.name ?? ""), which the destination's model does not have",
          ["entity": entity, "property": property.name ?? ""]
        )
      }
      guard let source, let wrong = property.valueExpression?.syntax.keys.first(where: { !source.has($0) }) else {
        continue
      }
      throw manager.error(
        "\(entity).\(key) is made of \(source.name ?? "").\(wrong), which the source's model does not have",
        ["entity": entity, "property": key]
      )
    }
  }
}

extension ExpressionSyntax {
  /// The keys of the source object that the expression reads.
  fileprivate var keys: [String] {
    switch self {
    case .keyPath(.variable(NSMigrationSourceObjectKey), let keys): keys.first.map { [$0] } ?? []
    case .keyPath(let base, _): base.keys
    case .aggregate(let elements): elements.flatMap(\.keys)
    case .arithmetic(_, let left, let right), .set(_, let left, let right): left.keys + right.keys
    case .function(_, let argument), .statistic(_, let argument), .distinct(let argument): argument.keys
    case .conditional(_, let left, let right): left.keys + right.keys
    case .call(let target, _, let arguments): target.keys + arguments.flatMap(\.keys)
    case .block(_, let arguments): arguments.flatMap(\.keys)
    case .subquery(let collection, _, _): collection.keys
    case .constant, .evaluatedObject, .variable, .now, .random: []
    }
  }
}

extension NSEntityDescription {
  /// Whether objects of the entity have a value for a key.
  fileprivate func has(_ key: String) -> Bool {
    propertiesByName[key] != nil
      || ["self", "objectID", "entity", "managedObjectContext", "hash", "description"].contains(key)
  }
}
