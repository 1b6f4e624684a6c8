/// The pending changes of a context that may affect the results of a query.
struct PendingOverlay {
  enum Kind {
    /// No change affects the query.
    case none
    /// Objects of the fetched entity changed. Only these are evaluated again.
    case some
    /// Objects changed that other objects are matched or sorted by. All objects are evaluated again.
    case everything
  }

  private(set) var kind = Kind.none
  /// The keys of changed objects of the entity, including deleted ones. The store's result is not valid for them.
  private(set) var changed: Set<RowKey> = []
  /// The keys of changed objects of the entity that are not deleted.
  private(set) var present: [RowKey] = []

  init() {}

  init(of context: NSManagedObjectContext, on query: RowQuery, _ predicate: CompiledPredicate?) {
    guard context.hasChanges else { return }
    let model = context.graph.model
    let reads = FetchReads(of: predicate, query.order, in: model)
    let root = query.entity.root
    let subtree =
      query.includesSubentities ? query.entity.subtree : query.entity.index..<query.entity.index + 1
    var isReadThrough = false
    func visit(_ object: NSManagedObject, isPresent: Bool) {
      let entity = model.entities[Int(object.entityIndex)]
      if !isReadThrough, reads.roots.contains(entity.root) { isReadThrough = true }
      guard entity.root == root, subtree.contains(entity.index) else { return }
      if isPresent, !object.flags.contains(.inserted), !reads.concern(object) { return }
      if !object.flags.contains(.neverSaved) { changed.insert(object.key) }
      if isPresent { present.append(object.key) }
    }
    for object in context.changes.pending.inserted.all { visit(object, isPresent: true) }
    for object in context.changes.pending.updated.all { visit(object, isPresent: true) }
    for object in context.changes.pending.deleted.all { visit(object, isPresent: false) }
    if isReadThrough {
      kind = .everything
    } else if !changed.isEmpty || !present.isEmpty {
      kind = .some
    }
  }

  /// The keys of all objects that are not deleted: the unchanged ones from the store, then the changed ones.
  func candidates(among stored: ContiguousArray<RowKey>) -> ContiguousArray<RowKey> {
    stored.filter { !changed.contains($0) } + present
  }
}
