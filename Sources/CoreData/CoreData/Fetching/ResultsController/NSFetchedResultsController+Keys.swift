import OrderedRows

// Access for other targets of the package that creates no objects.
extension NSFetchedResultsController {
  /// Allows a request without sort descriptors, which then sorts by identity. By default it is an error.
  package func allowIdentityOrder() { tracker.allowsIdentityOrder = true }

  /// Ignores changes of related objects from the next `performFetch()` on, even if the list is sorted, grouped or
  /// filtered by them, as Apple's controller does.
  package func followNoRelationships() { tracker.followsRelationships = false }

  /// Whether the context obtains permanent IDs for objects before an event inserts them into the list. An object
  /// keeps its temporary ID if the store cannot allocate a key, or if the object enters the list after observers were
  /// notified of it.
  package var needsPermanentKeys: Bool {
    get { tracker.needsPermanentKeys }
    set { tracker.needsPermanentKeys = newValue }
  }

  /// Keeps the runs of rows with the same value of the first sort descriptor, from the next `performFetch()` on. They
  /// serve as sections of a list that has none.
  package func keepRuns() { tracker.keepsRuns = true }

  /// The runs of rows with the same value; nil if they are not kept, or before the first fetch.
  package var runs: ValueRuns? { tracker.list?.runs }

  /// An observer of changes in addition to the delegate. As long as it is set, the controller follows the context's
  /// changes even without a delegate. It is held weakly.
  package var changesObserver: (any ResultsChangesObserver)? {
    get { tracker.observer }
    set { tracker.observer = newValue }
  }

  /// Suppresses some updates for `changesObserver` from the next `performFetch()` on: those in which an object keeps
  /// its place and only the given properties changed. If there is a delegate, they are reported.
  package func passOver(changesOf keys: [String]) { tracker.passedOverKeys = keys }

  /// The object at a place. The place must exist.
  package func object(at place: RowPlace) -> NSManagedObject { tracker.object(at: place) }

  /// The ID of the object with a key from a change.
  package func objectID(for key: RowKey) -> NSManagedObjectID { tracker.context.graph.objectID(for: key) }

  /// The object with a key from a change, unless `deletedObjects` has it. It may be a new fault.
  package func object(for key: RowKey) -> NSManagedObject { tracker.context.graph.object(for: key) }

  /// The object with a key, if it is registered in the context.
  package func registeredObject(for key: RowKey) -> NSManagedObject? { tracker.context.graph.registry.object(for: key) }

  /// The current key of an object.
  package func key(of object: NSManagedObject) -> RowKey { object.key }

  /// The objects in the list with temporary keys, including those that only a parent context has inserted.
  ///
  /// - Complexity: O(inserted objects); O(objects in all sections) if the context has a parent.
  package var objectsWithTemporaryKeys: [NSManagedObject] {
    let context = tracker.context
    guard let list = tracker.list else { return [] }
    if context.parent == nil {
      return context.changes.pending.inserted.all.filter {
        $0.key.isTemporary && place(ofPrimaryKey: $0.primaryKey) != nil
      }
    }
    return list.temporaryKeys.map { context.graph.object(for: $0) }
  }

  /// The number of objects in all sections; 0 before the first fetch.
  package var resultCount: Int { tracker.list?.rows.count ?? 0 }

  /// The number of sections; 0 before the first fetch.
  package var sectionCount: Int { tracker.list?.rows.sectionCount ?? 0 }

  /// The number of objects in a section. The section must exist.
  ///
  /// - Complexity: O(1).
  package func numberOfObjects(inSection section: Int) -> Int {
    tracker.list?.count(inSection: section) ?? 0
  }

  /// The value at the section key path that the objects of a section share, in the form that `value(forKey:)`
  /// returns. For a related object, it is the object's ID.
  ///
  /// - Parameter section: the index of an existing section.
  /// - Complexity: O(1).
  package func sectionKey(at section: Int) -> Any? {
    (tracker.list?.key(ofSectionAt: section)).flatMap(sectionKey)
  }

  /// The same value for an inserted or deleted section.
  package func sectionKey(of section: ResultsChanges.Section) -> Any? { sectionKey(section.key) }

  private func sectionKey(_ key: SectionKey) -> Any? {
    guard let query = tracker.query else { return nil }
    let value = key.value
    if case .reference(let key) = value { return tracker.context.graph.objectID(for: key) }
    switch query.section {
    case .none: return nil
    case .stored(let path):
      guard case .attribute(let type) = path.slot(in: query.model).kind else { return nil }
      return value.boxed(as: type)
    case .computed(_, let type): return value.boxed(as: type ?? .undefinedAttributeType)
    }
  }

  /// The ID of the object that the objects of a section refer to; nil if the section key is not a relationship.
  ///
  /// - Parameter section: the index of an existing section.
  /// - Complexity: O(1).
  package func sectionObjectID(at section: Int) -> NSManagedObjectID? {
    (tracker.list?.key(ofSectionAt: section)).flatMap(sectionObjectID)
  }

  /// The primary key of that object. Creates no ID.
  package func sectionPrimaryKey(at section: Int) -> Int64? {
    guard case .reference(let key)? = tracker.list?.key(ofSectionAt: section).value else { return nil }
    return key.primaryKey
  }

  /// The same ID for an inserted or deleted section.
  package func sectionObjectID(of section: ResultsChanges.Section) -> NSManagedObjectID? {
    sectionObjectID(section.key)
  }

  private func sectionObjectID(_ key: SectionKey) -> NSManagedObjectID? {
    guard case .reference(let key) = key.value else { return nil }
    return tracker.context.graph.objectID(for: key)
  }

  /// The ID of an object of the fetched entity, whether it is in the list or not. Nil if the entity has subentities,
  /// because the object may be an instance of one.
  package func objectID(ofPrimaryKey primaryKey: Int64) -> NSManagedObjectID? {
    guard let entity = tracker.onlyEntity else { return nil }
    let key = RowKey(entity: entity, primaryKey: primaryKey)
    // Creating an ID costs less than a lookup in the identity map.
    return key.isTemporary ? tracker.context.graph.objectID(for: key) : tracker.context.graph.newID(for: key)
  }

  /// The object of the fetched entity with a primary key, whether it is in the list or not. Nil if the entity has
  /// subentities, or if there is a batch size, because batches follow the places of objects.
  package func object(ofPrimaryKey primaryKey: Int64) -> NSManagedObject? {
    guard let entity = tracker.onlyEntity, tracker.batchSize == 0 else { return nil }
    return tracker.context.graph.object(for: RowKey(entity: entity, primaryKey: primaryKey))
  }

  /// The ID of the object at a place. The place must exist.
  package func objectID(at place: RowPlace) -> NSManagedObjectID {
    guard let list = tracker.list else {
      fatalError("There is no object ID at \(place) before performFetch(): call it first.")
    }
    return tracker.context.graph.objectID(for: list.rows[place])
  }

  /// The primary key of the object at a place. The place must exist.
  package func primaryKey(at place: RowPlace) -> Int64 { tracker.list?.primaryKey(at: place) ?? RowKey.noPrimaryKey }

  /// The place of the object with an ID; nil if it is not in the results.
  ///
  /// - Complexity: the same as `OrderedRows.place(of:)`.
  package func place(of objectID: NSManagedObjectID) -> RowPlace? {
    // A row of another store may have the same key.
    tracker.context.graph.isOfKnownStore(objectID) ? tracker.place(of: objectID.key) : nil
  }

  /// The primary keys of the objects in a section, in order, including temporary ones.
  ///
  /// - Parameter section: the index of an existing section.
  /// - Complexity: O(objects of the section).
  package func primaryKeys(inSection section: Int) -> ContiguousArray<Int64> {
    tracker.list?.primaryKeys(inSection: section) ?? []
  }

  /// The same keys with four bytes each; nil if any key needs more.
  package func shortPrimaryKeys(inSection section: Int) -> ContiguousArray<Int32>? {
    // Before the first fetch there are no keys. In a list, nil means that they do not fit.
    guard let list = tracker.list else { return [] }
    return list.shortPrimaryKeys(inSection: section)
  }

  /// The place of the object with a primary key; nil if it is not in the results.
  package func place(ofPrimaryKey primaryKey: Int64) -> RowPlace? {
    tracker.list?.withRows { $0.place(of: primaryKey) }
  }
}

// Methods that are called on the list in place, because a copy would retain all its storage.
extension ResultsList {
  fileprivate func count(inSection section: Int) -> Int { rows.count(of: rows.section(at: section)) }

  fileprivate func key(ofSectionAt index: Int) -> SectionKey { key(of: rows.section(at: index)) }

  fileprivate func primaryKey(at place: RowPlace) -> Int64 { rows[place].primaryKey }

  fileprivate var temporaryKeys: [RowKey] {
    (0..<rows.sectionCount).flatMap { index in
      rows.runs(of: rows.section(at: index)).flatMap { run in run.filter(\.isTemporary) }
    }
  }

  fileprivate func primaryKeys(inSection index: Int) -> ContiguousArray<Int64> {
    let section = rows.section(at: index)
    var result: ContiguousArray<Int64> = []
    result.reserveCapacity(rows.count(of: section))
    for run in rows.runs(of: section) {
      for key in run { result.append(key.primaryKey) }
    }
    return result
  }

  func shortPrimaryKeys(inSection index: Int) -> ContiguousArray<Int32>? {
    var result: ContiguousArray<Int32> = []
    var areShort = true
    rows.forEachRun(of: rows.section(at: index)) { run in
      // Two simple loops without early exit, which the compiler vectorizes: first the check, then the conversion.
      areShort = areShort && run.allSatisfy { Int32(exactly: $0.primaryKey) != nil }
      guard areShort else { return }
      let keys = ContiguousArray(run.lazy.map { Int32(truncatingIfNeeded: $0.primaryKey) })
      // Usually there is only one run.
      if result.isEmpty { result = keys } else { result.append(contentsOf: keys) }
    }
    return areShort ? result : nil
  }
}
