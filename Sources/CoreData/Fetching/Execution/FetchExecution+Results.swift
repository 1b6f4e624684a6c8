import Foundation

extension FetchExecution {
  /// The results in the form that the request asks for.
  ///
  /// - Throws: an error when that is not of the type `T`.
  func results<T: NSFetchRequestResult>(as type: T.Type) throws -> [T] {
    switch options.resultType {
    case .managedObjectIDResultType:
      let ids = try objectIDs()
      // Asking each of many takes longer than finding them.
      return type == NSManagedObjectID.self ? unsafeBitCast(ids, to: [T].self) : try cast(ids, from: "object IDs")
    case .dictionaryResultType: return try cast(try dictionaries(), from: "dictionaries")
    case .countResultType: return try cast([NSNumber(value: try count())], from: "a count")
    default: break
    }
    let objects = try objects()
    // An object is a reference whatever its class, and so is an array of them.
    if type == NSManagedObject.self || areAll(objects, of: type) { return unsafeBitCast(objects, to: [T].self) }
    return try cast(objects, from: "managed objects of \(entity.name)")
  }

  func results() throws -> [Any] {
    switch options.resultType {
    case .managedObjectIDResultType: try objectIDs()
    case .dictionaryResultType: try dictionaries()
    case .countResultType: [NSNumber(value: try count())]
    default: try objects()
    }
  }

  /// Whether objects are all of a type. Each class is asked once: to ask each object would take longer than finding it.
  private func areAll<T>(_ objects: [NSManagedObject], of type: T.Type) -> Bool {
    var known: [ObjectIdentifier] = []
    var last: ObjectIdentifier?
    for object in objects {
      let objectClass: NSManagedObject.Type = Swift.type(of: object)
      let own = ObjectIdentifier(objectClass)
      if own == last { continue }
      last = own
      if known.contains(own) { continue }
      guard objectClass is T.Type else { return false }
      known.append(own)
    }
    return true
  }

  private func cast<T: NSFetchRequestResult>(_ results: [some AnyObject], from what: String) throws -> [T] {
    if let results = results as? [T] { return results }
    let classes = Set(results.map { "\(Swift.type(of: $0))" }).sorted().joined(separator: ", ")
    throw NSError.coreData(
      NSPersistentStoreOperationError,
      "The fetch gives \(what) (\(classes)), and NSFetchRequest<\(T.self)> cannot return those. "
        + "Set the entity's managedObjectClassName to \"\(String(reflecting: T.self))\", or fetch NSManagedObject."
    )
  }

  private func objectIDs() throws -> [NSManagedObjectID] {
    try keys().map(context.graph.objectID)
  }

  // MARK: Objects

  private func objects() throws -> [NSManagedObject] {
    let objects = options.batchSize > 0 ? try batchedObjects() : try filledObjects()
    if !options.prefetchedPaths.isEmpty {
      try Prefetch(for: objects, of: entity, in: context, unless: options.isCancelled).fetch(options.prefetchedPaths)
    }
    context.graph.keepReached(objects)
    // In `awakeFromFetch` each would awake in the one before. They have their rows, and awake when they are used.
    if !options.returnsObjectsAsFaults, context.graph.awakeningDepth == 0 {
      if let isCancelled = options.isCancelled { try context.fill(objects, unless: isCancelled) }
      for object in objects { object.fireIfFault() }
    }
    return objects
  }

  /// The objects, with the rows that came with the fetch unless the request excludes property values.
  private func filledObjects() throws -> [NSManagedObject] {
    if storeDecides, !isOrderedInMemory, options.includesPropertyValues {
      let rows = try ask { try $0.rows(matching: query) }
      let objects = context.graph.objects(for: rows.lazy.map(\.key)) { rows[$0] }
      if options.refreshesRefetchedObjects { try context.refresh(objects, with: rows) }
      return objects
    }
    let keys = try keys()
    if !options.includesPropertyValues { return context.graph.objects(for: keys) }
    let saved = keys.filter { !context.graph.isUnsaved($0) }
    let rows = Dictionary(
      zip(saved, try ask { try $0.rows(for: saved) }).lazy.map { ($0.primaryKey, $1) },
      uniquingKeysWith: { first, _ in first }
    )
    let objects = context.graph.objects(for: keys) { rows[keys[$0].primaryKey] ?? nil }
    if options.refreshesRefetchedObjects {
      try context.refresh(objects, with: objects.map { rows[$0.primaryKey] ?? nil })
    }
    return objects
  }

  /// The objects as faults of batches: accessing one fills its whole batch.
  private func batchedObjects() throws -> [NSManagedObject] {
    let keys = Array(try keys())
    let objects = context.graph.objects(for: keys)
    var start = 0
    while start < keys.count {
      let end = min(start + options.batchSize, keys.count)
      let batch = FaultBatch(keys: keys[start..<end])
      for object in objects[start..<end] where object.flags.contains(.fault) {
        // No caller has seen its values. Without this row, what is read is no older than the fetch, as without batches.
        if object.row != nil {
          guard object.flags.isDisjoint(with: .pending) else { continue }
          object.content.take(nil)
        }
        object.content.join(batch)
      }
      start = end
    }
    if options.refreshesRefetchedObjects {
      let known = objects.filter { !$0.flags.contains(.fault) && !context.graph.isUnsaved($0.key) }
      try context.refresh(known, with: ask { try $0.rows(for: known.map(\.key)) })
    }
    return objects
  }
}
