import CoreData
import SectionedChanges

extension FetchedLists {
  /// The aggregates' input values of the items by token, from the stores and from registered objects. Items may be
  /// missing; the caller must read their objects.
  ///
  /// - Returns: the values, and objects to keep alive until the missing ones are read.
  func storedValues(
    _ aggregates: ListAggregates
  ) -> (values: [ItemToken: [AggregateValue?]], objects: [NSManagedObject]) {
    var values: [ItemToken: [AggregateValue?]] = [:]
    var objects: [NSManagedObject] = []
    do {
      if isReadByColumns(aggregates) {
        values = try columnValues(aggregates)
      } else {
        // One fetch fills all objects, instead of one for each fault.
        let request = aggregateRequest(as: NSManagedObject.self, .managedObjectResultType)
        request.returnsObjectsAsFaults = false
        objects = try context.fetch(request)
      }
    } catch {
      Log.note("The values of \(items.entity.text) could not be fetched together, and are read one by one: \(error)")
    }
    // A registered object may have unsaved changes, or an older state than its store, so its own values count.
    for object in context.registeredObjects
    where !object.isFault && !object.isDeleted && object.entity.isKindOf(entity: items.entity) {
      values[token(of: object)] = aggregates.values(of: object)
    }
    return (values, objects)
  }

  /// Whether a dictionary fetch can read the values: all stores are SQLite, the context has no parent, and no attribute
  /// is transient.
  func isReadByColumns(_ aggregates: ListAggregates) -> Bool {
    let stores = context.persistentStoreCoordinator?.persistentStores ?? []
    return context.parent == nil && !stores.isEmpty && stores.allSatisfy { $0.type == NSSQLiteStoreType }
      && aggregates.inputs.allSatisfy { input in
        guard case .attribute(let name, _) = input else { return true }
        return items.entity.attributesByName[name]?.isTransient == false
      }
  }

  /// A request for the stored items of the list.
  ///
  /// - Parameter condition: further restricts the items; nil for all.
  func aggregateRequest<Result>(
    as type: Result.Type, _ resultType: NSFetchRequestResultType, where condition: NSPredicate? = nil
  ) -> NSFetchRequest<Result> {
    let request = RequestCopy.make(orderRequest, of: items.entity, as: type, resultType)
    request.sortDescriptors = nil
    request.fetchBatchSize = 0
    request.relationshipKeyPathsForPrefetching = nil
    request.includesPendingChanges = false
    if let condition {
      let all = request.predicate.map { [$0, condition] } ?? [condition]
      request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: all)
    }
    return request
  }

  /// Fills the faults among objects with one fetch.
  func fillFaults(among objects: [NSManagedObject?]) {
    let faults = objects.compactMap { $0?.isFault == true ? $0 : nil }
    if faults.count < 2 { return }
    let request = aggregateRequest(as: NSManagedObject.self, .managedObjectResultType)
    request.predicate = NSPredicate(format: "SELF IN %@", faults)
    request.returnsObjectsAsFaults = false
    // If the fetch fails, each fault is filled when it is accessed.
    _ = try? context.fetch(request)
  }

  private func columnValues(_ aggregates: ListAggregates) throws -> [ItemToken: [AggregateValue?]] {
    let identity = NSExpressionDescription()
    identity.name = "objectID"
    identity.expression = NSExpression.expressionForEvaluatedObject()
    identity.expressionResultType = .objectIDAttributeType
    var columns: [Any] = [identity]
    var names: Set<String> = []
    // The items that meet the condition of an input, by the input's index.
    var matching: [Int: Set<NSManagedObjectID>] = [:]
    for (index, input) in aggregates.inputs.enumerated() {
      switch input {
      case .items: break
      case .attribute(let name, _): if names.insert(name).inserted { columns.append(name) }
      case .matching(let predicate):
        matching[index] = Set(
          try context.fetch(
            aggregateRequest(as: NSManagedObjectID.self, .managedObjectIDResultType, where: predicate)))
      }
    }
    let request = aggregateRequest(as: NSDictionary.self, .dictionaryResultType)
    request.propertiesToFetch = columns
    var values: [ItemToken: [AggregateValue?]] = [:]
    for row in try context.fetch(request) {
      guard let id = row["objectID"] as? NSManagedObjectID else { continue }
      values[items.token(of: id)] = aggregates.inputs.enumerated().map { index, input in
        switch input {
        case .items: .integer(1)
        case .attribute(let name, let kind): AggregateValue(row[name], as: kind)
        case .matching: matching[index]?.contains(id) == true ? .integer(1) : nil
        }
      }
    }
    return values
  }
}
