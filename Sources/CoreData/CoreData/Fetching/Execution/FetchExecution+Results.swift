import Foundation

extension FetchExecution {
  /// The results in the form that the request's result type specifies.
  ///
  /// - Throws: an error if the results are not of the type `T`.
  func results<T: NSFetchRequestResult>(as type: T.Type) throws -> [T] {
    switch options.resultType {
    case .managedObjectIDResultType:
      let ids = try objectIDs()
      // The unchecked cast is safe here. Casting each of many IDs would take longer than the fetch.
      return type == NSManagedObjectID.self ? unsafeBitCast(ids, to: [T].self) : try cast(ids, from: "object IDs")
    case .dictionaryResultType: return try cast(try dictionaries(), from: "dictionaries")
    case .countResultType: return try cast([NSNumber(value: try count())], from: "a count")
    default: break
    }
    let objects = try objects()
    // All managed objects are references with the same layout, so the array can be cast as a whole.
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

  /// Whether all objects are of a type. Each class is checked only once, because checking each object would take
  /// longer than the fetch.
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
    // In `awakeFromFetch`, filling the objects would nest their callbacks. They have their rows, and are filled on
    // access.
    if !options.returnsObjectsAsFaults, context.graph.awakeningDepth == 0 {
      if let isCancelled = options.isCancelled { try context.fill(objects, unless: isCancelled) }
      for object in objects { object.fireIfFault() }
    }
    return objects
  }

  /// The objects, with the fetched rows unless the request excludes property values.
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

  /// The objects as faults in batches. Accessing one of them fills its whole batch.
  private func batchedObjects() throws -> [NSManagedObject] {
    let keys = Array(try keys())
    let objects = context.graph.objects(for: keys)
    var start = 0
    while start < keys.count {
      let end = min(start + options.batchSize, keys.count)
      let batch = FaultBatch(keys: keys[start..<end])
      for object in objects[start..<end] where object.flags.contains(.fault) {
        // The program has not seen the values yet. Without the row they are read later, so they are at least as new
        // as the fetch.
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
