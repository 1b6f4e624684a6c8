/// The state of an object in addition to its saved row. It exists after the object was changed or inserted, or a
/// to-many relationship was loaded.
///
/// Each property is managed by one part of the object, and only that part changes it.
final class ObjectState {
  /// The entity and class data of an object that was created outside any context.
  let detachedKind: ObjectKind?
  var unsaved: UnsavedValues
  var transformed = TransformedValues()
  var relationships = ObjectRelationships()
  /// Separate from the relationships, because the deinitializer of a released object may access the relationships.
  var kept = KeptDestinations()
  var changes = ObjectChanges()
  var noted = NotedValues()

  /// - Parameter detachedKind: the entity and class data of an object outside any context.
  init(detachedKind: ObjectKind? = nil, _ unsaved: UnsavedValues = UnsavedValues()) {
    self.detachedKind = detachedKind
    self.unsaved = unsaved
  }

  /// Breaks the retain cycles of destinations that retain each other.
  func releaseDestinations() { kept = KeptDestinations() }

  /// Whether the state can be dropped without losing information.
  var isEmpty: Bool {
    unsaved.values == nil && transformed.isEmpty && relationships.isEmpty && kept.isEmpty && noted.isEmpty
      && changes.isReported
  }

  /// Resets the state to that of a new object.
  func reset(to defaults: ContiguousArray<Value>) {
    unsaved.reset(to: defaults)
    transformed.removeAll()
    relationships.removeAll()
    releaseDestinations()
    noted.removeAll()
  }

  /// Replaces temporary keys by permanent ones.
  func promote(_ keys: [RowKey: RowKey]) {
    unsaved.promote(keys)
    changes.promote(keys)
    relationships.promote(keys)
    noted.promote(keys)
  }
}

extension NSManagedObject {
  final var flags: ObjectFlags { lifeCycle.flags }

  /// The row that the store last saved, if it is known.
  final var row: Row? { content.row }

  /// The state, if there is one.
  final var state: ObjectState? {
    if case .state(let state) = content.extra { state } else { nil }
  }

  /// The state, created if there is none.
  final func mutableState() -> ObjectState {
    let made: ObjectState
    switch content.extra {
    case .state(let state): return state
    case .detached(let entity):
      let kind = ObjectKind(entity)
      made = ObjectState(detachedKind: kind, UnsavedValues(kind.defaults))
    case .nothing, .batch: made = ObjectState()
    }
    content.add(made)
    return made
  }

  /// The current values, if they may differ from those in the row.
  final var unsavedValues: ContiguousArray<Value>? { state?.unsaved.values }

  /// The loaded or changed to-many relationships, by slot.
  final var knownRelationships: [Int: ToManyState] { state?.relationships.bySlot ?? [:] }
}
