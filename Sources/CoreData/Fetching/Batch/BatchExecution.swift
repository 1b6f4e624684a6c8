import Foundation

/// Batch requests. Each is done in a context of its own whose save is not announced, so that delete rules, inverses and
/// validation hold as in any save.
extension NSManagedObjectContext {
  func executeBatch(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    requireQueue()
    guard let coordinator = registry.coordinator else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "The context has no coordinator: nothing can be executed.")
    }
    if let request = request as? NSPersistentHistoryChangeRequest {
      return try HistoryExecution(request, in: coordinator).result()
    }
    if let request = request as? any AsynchronousRequest { return request.begin(in: self) }
    let scratch = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    scratch.persistentStoreCoordinator = coordinator
    scratch.isSilent = true
    (scratch.name, scratch.transactionAuthor) = (name, transactionAuthor)
    scratch.mergePolicy = NSMergePolicy.overwrite
    defer { reach.forgetRow() }
    let policy = (mergePolicy as? NSMergePolicy ?? .error).mergeType
    return try scratch.performAndWait {
      switch request {
      case let request as NSBatchDeleteRequest: try scratch.execute(request)
      case let request as NSBatchUpdateRequest: try scratch.execute(request)
      case let request as NSBatchInsertRequest: try scratch.insert(request, settlingConstraintsBy: policy)
      default:
        throw NSError.coreData(
          NSPersistentStoreUnsupportedRequestTypeError,
          "execute(_:) takes batch, history and asynchronous requests, not \(Swift.type(of: request)). Use fetch(_:) or save()."
        )
      }
    }
  }

  private func execute(_ request: NSBatchDeleteRequest) throws -> NSBatchDeleteResult {
    let objects: [NSManagedObject]
    if let ids = request.objectIDs {
      objects = ids.filter { $0.persistentStore?.isAmong(request.affectedStores) ?? true }
        .compactMap { try? existingObject(with: $0) }
    } else {
      let fetch = request.fetchRequest.copy(giving: NSManagedObject.self)
      fetch.resultType = .managedObjectResultType
      let stores = fetch.affectedStores
      fetch.affectedStores = stores?.filter { $0.isAmong(request.affectedStores) } ?? request.affectedStores
      objects = try self.fetch(fetch)
    }
    for object in objects { delete(object) }
    processPendingChanges()
    // With what the delete rules took along: a context that merges the result must follow that, too.
    let ids = pending.deleted.all.map(\.objectID)
    try save()
    switch request.resultType {
    case .resultTypeStatusOnly: return NSBatchDeleteResult(NSNumber(value: true), request.resultType)
    case .resultTypeObjectIDs: return NSBatchDeleteResult(ids, request.resultType)
    case .resultTypeCount: return NSBatchDeleteResult(NSNumber(value: ids.count), request.resultType)
    }
  }

  private func execute(_ request: NSBatchUpdateRequest) throws -> NSBatchUpdateResult {
    let fetch = NSFetchRequest<NSManagedObject>(entityName: request.entityName)
    fetch.predicate = request.predicate
    fetch.includesSubentities = request.includesSubentities
    fetch.affectedStores = request.affectedStores
    let objects = try self.fetch(fetch)
    // Expressions read what was stored, whatever else is set: they all are computed before anything they read is set.
    var computed: [(name: String, values: [Any?])] = []
    let properties = (request.propertiesToUpdate ?? [:]).sorted {
      $0.value is NSExpression && !($1.value is NSExpression)
    }
    for (property, value) in properties {
      guard let name = (property.base as? NSPropertyDescription)?.name ?? property.base as? String else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "propertiesToUpdate takes names and property descriptions, not \(Swift.type(of: property.base))."
        )
      }
      if let expression = value as? NSExpression {
        computed.append((name, try self.values(of: expression, for: name, of: request.entityName, objects)))
        continue
      }
      try requireAttribute(name, of: request.entityName, value)
      for object in objects { object.setBoxed(value, object.slot(named: name)) }
    }
    for (name, values) in computed {
      for (object, value) in zip(objects, values) { object.setBoxed(value, object.slot(named: name)) }
    }
    let ids = objects.map(\.objectID)
    try save()
    switch request.resultType {
    case .statusOnlyResultType: return NSBatchUpdateResult(NSNumber(value: true), request.resultType)
    case .updatedObjectIDsResultType: return NSBatchUpdateResult(ids, request.resultType)
    case .updatedObjectsCountResultType: return NSBatchUpdateResult(NSNumber(value: ids.count), request.resultType)
    }
  }

  /// The values of an expression for objects, as those of an attribute.
  private func values(
    of expression: NSExpression, for name: String, of entityName: String, _ objects: [NSManagedObject]
  ) throws -> [Any?] {
    guard let entity = model.entitiesByName[entityName], let slot = entity.slotsByName[name],
      case .attribute(let type) = entity.slots[slot].kind
    else {
      try requireAttribute(name, of: entityName, NSNull())
      return []
    }
    let compiler = PredicateCompiler(entity: entity, model: model, storeIdentifier: nil)
    let compiled = try compiler.single(expression.syntax, in: expression.syntax)
    return try objects.map { object in
      let value = try Evaluation(reader: reader, object: object.key).value(compiled).converted(to: type)
      guard let boxed = value.boxed(as: type) else { return nil }
      try requireAttribute(name, of: entityName, boxed)
      return boxed
    }
  }

  private func requireAttribute(_ name: String, of entityName: String, _ value: Any) throws {
    guard let entity = model.entitiesByName[entityName] else { return }
    _ = try entity.batchValue(value, try entity.batchSlot(named: name))
  }
}
