import Foundation

/// Batch updates, executed in a separate context.
extension NSManagedObjectContext {
  func update(
    _ request: NSBatchUpdateRequest, settlingBy policy: BatchMergePolicy
  ) throws -> NSBatchUpdateResult {
    let fetch = NSFetchRequest<NSManagedObject>(entityName: request.entityName)
    fetch.predicate = request.predicate
    fetch.includesSubentities = request.includesSubentities
    fetch.affectedStores = request.affectedStores
    let query = try batchQuery(fetch)
    let assignments = try assignments(of: request)
    policy.request = .update { [weak self] object in
      // Another context or process may have changed values that the predicate uses.
      guard let self, request.predicate?.evaluate(with: object) != false else { return }
      try set(assignments, of: [object])
    }
    let wantsKeys = request.resultType == .updatedObjectIDsResultType
    let found =
      try updateRows(query, assignments, wantsKeys: wantsKeys)
      ?? updateObjects(try self.fetch(fetch), assignments)
    switch request.resultType {
    case .statusOnlyResultType: return NSBatchUpdateResult(NSNumber(value: true), request.resultType)
    case .updatedObjectIDsResultType: return NSBatchUpdateResult(found.keys.map(graph.newID), request.resultType)
    case .updatedObjectsCountResultType: return NSBatchUpdateResult(NSNumber(value: found.count), request.resultType)
    }
  }

  /// The assignments of a request, by ascending slot.
  ///
  /// - Throws: 134070 for a property that is not an attribute of the entity, and for a value of another type; 134060
  ///   for an invalid expression.
  private func assignments(of request: NSBatchUpdateRequest) throws -> [BatchChange.Assignment] {
    guard let entity = graph.model.entitiesByName[request.entityName] else { return [] }
    let compiler = PredicateCompiler(entity: entity, model: graph.model, storeIdentifier: nil)
    let named = try (request.propertiesToUpdate ?? [:]).map { property, value in
      guard let name = (property.base as? NSPropertyDescription)?.path ?? property.base as? String else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "propertiesToUpdate takes names and property descriptions, not \(Swift.type(of: property.base))."
        )
      }
      return (name: name, value: value)
    }
    // Sorted by name, an element that is set on its own follows its composite attribute and overrides its value.
    let assignments = try named.sorted { $0.name < $1.name }.flatMap { name, value -> [BatchChange.Assignment] in
      let slot = try entity.batchSlot(named: name)
      guard let expression = value as? NSExpression else {
        return try entity.batchValues(value, slot).map { BatchChange.Assignment(slot: $0, value: .constant($1)) }
      }
      if entity.slots[slot].composite != nil {
        guard case .constant(let constant) = expression.syntax else {
          throw NSError.coreData(
            NSPersistentStoreOperationError,
            "\(entity.name).\(name) is composite and cannot be set to \(expression): set its elements.")
        }
        return try entity.batchValues(constant.object ?? NSNull(), slot).map {
          BatchChange.Assignment(slot: $0, value: .constant($1))
        }
      }
      let compiled = try compiler.single(expression.syntax, in: expression.syntax)
      if case .constant(let constant) = compiled {
        return [BatchChange.Assignment(slot: slot, value: .constant(try entity.batchValue(computed: constant, slot)))]
      }
      return [BatchChange.Assignment(slot: slot, value: compiled)]
    }
    return Dictionary(assignments.map { ($0.slot, $0) }) { $1 }.values.sorted { $0.slot < $1.slot }
  }

  /// - Returns: the outcome; nil, with nothing changed, if the rows must be updated as objects.
  private func updateRows(
    _ query: RowQuery?, _ assignments: [BatchChange.Assignment], wantsKeys: Bool
  ) throws -> BatchOutcome? {
    guard let query, !assignments.isEmpty else { return nil }
    let entity = query.entity
    let entities = query.includesSubentities ? Array(entity.subtree) : [entity.index]
    let plans = entities.map { graph.registry.kind($0).validation }
    // Rules for whole composite attributes can only be checked with objects.
    let owners = Set(assignments.map { entity.property(of: $0.slot) })
    if plans.contains(where: { $0.composites.contains { owners.contains($0.slot) } }) { return nil }
    let rules = plans.flatMap(\.rules)
    let checked = SlotSet(rules.lazy.filter { !$0.isTrivial }.map(\.slot))
    func accepts(_ slot: Int, _ value: Value) -> Bool {
      rules.allSatisfy { $0.slot != slot || $0.problem(with: value) == nil }
    }
    for assignment in assignments {
      // The program cannot set values that the store computes.
      if entity.slots[assignment.slot].isDerived { return nil }
      if case .constant(let value) = assignment.value, !accepts(assignment.slot, value) { return nil }
    }
    let change = BatchChange(
      entity: entity, rows: .matching(query), work: .update(assignments, checked: checked, accepts: accepts),
      origin: HistoryOrigin(of: self), wantsKeys: wantsKeys)
    return try carryOut(change, in: try graph.requireStore(holding: entity.index))
  }

  /// - Throws: the error of saving the objects, which names the invalid object.
  private func updateObjects(
    _ objects: [NSManagedObject], _ assignments: [BatchChange.Assignment]
  ) throws -> BatchOutcome {
    try set(assignments, of: objects)
    let keys = objects.map(\.key)
    try save()
    return BatchOutcome(count: keys.count, keys: keys)
  }

  /// Assigns values to objects. Expressions use the former values, so all values are computed before any is set.
  private func set(_ assignments: [BatchChange.Assignment], of objects: [NSManagedObject]) throws {
    let values = try objects.map { object in
      let evaluation = Evaluation(reader: changes.reader, object: object.key)
      return try assignments.map { assignment in
        if case .constant(let value) = assignment.value { return value }
        return try object.layout.batchValue(computed: try evaluation.value(assignment.value), assignment.slot)
      }
    }
    for (object, values) in zip(objects, values) {
      for (assignment, value) in zip(assignments, values) { object.setCurrent(value, assignment.slot) }
    }
  }
}

extension EntityLayout {
  /// Converts a computed value to the form of the attribute in a row.
  ///
  /// - Throws: 134070 for a value of another type.
  fileprivate func batchValue(computed value: Value, _ slot: Int) throws -> Value {
    guard case .attribute(let type) = slots[slot].kind, let boxed = value.converted(to: type).boxed(as: type) else {
      return .null
    }
    return try batchValue(boxed, slot)
  }
}
