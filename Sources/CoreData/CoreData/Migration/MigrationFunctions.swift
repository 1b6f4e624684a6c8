import Foundation

/// The functions of a migration manager that mapping models call.
extension NSMigrationManager: FunctionCallable, KeyValueReadable {
  package func value(forKey key: String) -> Any? {
    switch key {
    case "sourceContext": sourceContext
    case "destinationContext": destinationContext
    case "sourceModel": sourceModel
    case "destinationModel": destinationModel
    case "currentEntityMapping": currentStep?.mapping
    case "userInfo": userInfo
    case "migrationProgress": migrationProgress
    default: nil
    }
  }

  package func call(_ name: String, _ arguments: [Any?]) throws -> Any? {
    let text = arguments.first.flatMap { $0 } as? String
    let objects = arguments.count == 2 ? MappingEvaluation.objects(arguments[1]) : nil
    switch (name, text) {
    case (MappingExpressions.request, let entity?):
      guard arguments.count == 2, let format = arguments[1] as? String else { break }
      return try request(entity, format)
    case (MappingExpressions.destinationsOfMapping, let mapping?):
      guard let objects else { break }
      try checkMapping(mapping)
      return destinationInstances(forEntityMappingName: mapping, sourceInstances: objects)
    case ("sourceInstancesForEntityMappingNamed:destinationInstances:", let mapping?):
      guard let objects else { break }
      try checkMapping(mapping)
      return sourceInstances(forEntityMappingName: mapping, destinationInstances: objects)
    case (MappingExpressions.destinationsOfRelationship, .some):
      guard let objects else { break }
      let wanted = currentStep?.relationship?.destinationEntity
      return objects.flatMap(destinations(of:)).filter { object in
        wanted.map { object.entity.isKindOf(entity: $0) } ?? true
      }
    default:
      throw error(
        "a manager's function \(name) cannot be called by its name here, where there is no Objective-C runtime. Use "
          + "NSExpression(forBlock:arguments:)")
    }
    throw error(
      "\(name) was called with other arguments than it takes: \(arguments.map { $0.map { "\($0)" } ?? "nil" })")
  }

  private func request(_ entity: String, _ format: String) throws -> NSFetchRequest<NSManagedObject> {
    guard sourceModel.entitiesByName[entity] != nil else { throw error("the source has no entity \(entity)") }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesSubentities = false
    do {
      request.predicate = .written(try PredicateParser.parse(format, []))
    } catch let problem {
      throw error("the predicate for \(entity) cannot be read: \(problem.description)")
    }
    return request
  }

  private func checkMapping(_ name: String) throws {
    guard mappingModel.entityMappingsByName[name] == nil else { return }
    throw error("the mapping model has no mapping \(name)")
  }
}

extension NSEntityMigrationPolicy: FunctionCallable {
  package func call(_ name: String, _ arguments: [Any?]) throws -> Any? {
    throw NSError.coreData(
      NSEntityMigrationPolicyError,
      "The function \(name) of \(type(of: self)) cannot be called by its name here, where there is no Objective-C "
        + "runtime. Call it in createDestinationInstances(forSource:in:manager:) or "
        + "createRelationships(forDestination:in:manager:), or use NSExpression(forBlock:arguments:)."
    )
  }
}

extension NSManagedObjectContext: FunctionCallable {
  package func call(_ name: String, _ arguments: [Any?]) throws -> Any? {
    guard name == ExpressionSyntax.fetchName, let request = arguments.first as? NSFetchRequest<NSManagedObject> else {
      throw NSError.coreData(NSCoreDataError, "A context has no function \(name) for an expression to call.")
    }
    let counts = arguments.count > 1 && (arguments[1] as? NSNumber)?.boolValue == true
    return counts ? try count(for: request) : try fetch(request)
  }
}
