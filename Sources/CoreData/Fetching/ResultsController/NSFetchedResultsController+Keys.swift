import OrderedRows

// Access for other targets of the package, without making objects.
extension NSFetchedResultsController {
  /// Takes a request without sort descriptors, an error by default, as one for the order of identity.
  package func allowIdentityOrder() { tracker.allowsIdentityOrder = true }

  /// Ignores changes of related objects from the next `performFetch()` on, even of those by which the list is sorted, grouped
  /// or filtered, as Apple's controller does.
  package func followNoRelationships() { tracker.followsRelationships = false }

  /// Whether the context obtains permanent IDs for objects before an event inserts them into the list. An object keeps
  /// its temporary ID if the store gives no key for it, or if it enters the list after observers were notified of it.
  package var needsPermanentKeys: Bool {
    get { tracker.needsPermanentKeys }
    set { tracker.needsPermanentKeys = newValue }
  }

  /// Keeps the runs of rows with the same value of the first sort descriptor, from the next `performFetch()` on: they
  /// are sections of a list that has none by itself.
  package func keepRuns() { tracker.keepsRuns = true }

  /// The runs of rows with the same value; nil if they are not kept, and before the first fetch.
  package var runs: ValueRuns? { tracker.list?.runs }

  /// The observer of changes, besides the delegate. While there is one, the controller follows the context's changes,
  /// with or without a delegate. Not retained.
  package var changesObserver: (any ResultsChangesObserver)? {
    get { tracker.observer }
    set { tracker.observer = newValue }
  }

  /// Suppresses for `changesObserver` the updates of objects that keep their places and of which only these properties
  /// changed, from the next `performFetch()` on. While there is a delegate, they are reported.
  package func passOver(changesOf keys: [String]) { tracker.passedOverKeys = keys }

  /// The object at a place, which must exist.
  package func object(at place: RowPlace) -> NSManagedObject { tracker.object(at: place) }

  /// The ID of an object that a change names.
  package func objectID(for key: RowKey) -> NSManagedObjectID { tracker.context.graph.objectID(for: key) }

  /// The object that a change names, unless it is among `deletedObjects`. It may be a new fault.
  package func object(for key: RowKey) -> NSManagedObject { tracker.context.graph.object(for: key) }

  /// The object with a key, when the context has it.
  package func registeredObject(for key: RowKey) -> NSManagedObject? { tracker.context.graph.registry.object(for: key) }

  /// The key that an object has now.
  package func key(of object: NSManagedObject) -> RowKey { object.key }

  /// The objects that have temporary keys, those that only a context above this one has inserted among them.
  ///
  /// - Complexity: O(inserted objects), and O(objects in all sections) in a context that has a parent.
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

  /// The number of objects in a section, which must exist.
  ///
  /// - Complexity: O(1).
  package func numberOfObjects(inSection section: Int) -> Int {
    tracker.list?.count(inSection: section) ?? 0
  }

  /// The value at the section key path that the objects of a section have in common, as `value(forKey:)` gives it; a
  /// related object is its ID.
  ///
  /// - Parameter section: the index of a section, which must exist.
  /// - Complexity: O(1).
  package func sectionKey(at section: Int) -> Any? {
    (tracker.list?.key(ofSectionAt: section)).flatMap(sectionKey)
  }

  /// The same for an inserted or deleted section.
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

  /// The ID of the object that the objects of a section refer to; nil when they have another kind of key in common.
  ///
  /// - Parameter section: the index of a section, which must exist.
  /// - Complexity: O(1).
  package func sectionObjectID(at section: Int) -> NSManagedObjectID? {
    (tracker.list?.key(ofSectionAt: section)).flatMap(sectionObjectID)
  }

  /// The primary key of that object, without an ID.
  package func sectionPrimaryKey(at section: Int) -> Int64? {
    guard case .reference(let key)? = tracker.list?.key(ofSectionAt: section).value else { return nil }
    return key.primaryKey
  }

  /// The same for an inserted or deleted section.
  package func sectionObjectID(of section: ResultsChanges.Section) -> NSManagedObjectID? {
    sectionObjectID(section.key)
  }

  private func sectionObjectID(_ key: SectionKey) -> NSManagedObjectID? {
    guard case .reference(let key) = key.value else { return nil }
    return tracker.context.graph.objectID(for: key)
  }

  /// The ID of an object of the fetched entity, in the list or not; nil when the entity has subentities, of which the
  /// object may be.
  package func objectID(ofPrimaryKey primaryKey: Int64) -> NSManagedObjectID? {
    guard let entity = tracker.onlyEntity else { return nil }
    let key = RowKey(entity: entity, primaryKey: primaryKey)
    // A new ID costs less than a look at the identity map.
    return key.isTemporary ? tracker.context.graph.objectID(for: key) : tracker.context.graph.newID(for: key)
  }

  /// The object of the fetched entity with a primary key, in the list or not; nil when the entity has subentities, or
  /// when objects are filled in batches by their places.
  package func object(ofPrimaryKey primaryKey: Int64) -> NSManagedObject? {
    guard let entity = tracker.onlyEntity, tracker.batchSize == 0 else { return nil }
    return tracker.context.graph.object(for: RowKey(entity: entity, primaryKey: primaryKey))
  }

  /// The ID of the object at a place, which must exist.
  package func objectID(at place: RowPlace) -> NSManagedObjectID {
    guard let list = tracker.list else {
      fatalError("There is no object ID at \(place) before performFetch(): call it first.")
    }
    return tracker.context.graph.objectID(for: list.rows[place])
  }

  /// The primary key of the object at a place, which must exist.
  package func primaryKey(at place: RowPlace) -> Int64 { tracker.list?.primaryKey(at: place) ?? RowKey.noPrimaryKey }

  /// The place of the object with an ID, or nil when it is not among the results.
  ///
  /// - Complexity: that of `OrderedRows.place(of:)`.
  package func place(of objectID: NSManagedObjectID) -> RowPlace? {
    // Rows of other stores have the same keys.
    tracker.context.graph.isOfKnownStore(objectID) ? tracker.place(of: objectID.key) : nil
  }

  /// The primary keys of the objects of a section, in order, temporary ones among them.
  ///
  /// - Parameter section: the index of a section, which must exist.
  /// - Complexity: O(objects of the section).
  package func primaryKeys(inSection section: Int) -> ContiguousArray<Int64> {
    tracker.list?.primaryKeys(inSection: section) ?? []
  }

  /// The same in four bytes each; nil if one of the keys takes more.
  package func shortPrimaryKeys(inSection section: Int) -> ContiguousArray<Int32>? {
    // Before the first fetch there are none. Of a list, nil means that they do not fit.
    guard let list = tracker.list else { return [] }
    return list.shortPrimaryKeys(inSection: section)
  }

  /// The place of the object with a primary key, or nil when it is not among the results.
  package func place(ofPrimaryKey primaryKey: Int64) -> RowPlace? {
    tracker.list?.withRows { $0.place(of: primaryKey) }
  }
}

// Called on the list in place, because copying it retains all that it holds.
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
      // First the one, then the other, each a loop without a way out that does several keys at a time.
      areShort = areShort && run.allSatisfy { Int32(exactly: $0.primaryKey) != nil }
      guard areShort else { return }
      let keys = ContiguousArray(run.lazy.map { Int32(truncatingIfNeeded: $0.primaryKey) })
      // As a rule there is one run.
      if result.isEmpty { result = keys } else { result.append(contentsOf: keys) }
    }
    return areShort ? result : nil
  }
}
