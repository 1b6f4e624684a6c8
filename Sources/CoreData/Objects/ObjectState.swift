/// The state of an object beyond its saved row, once it was changed or inserted, or a to-many relationship was read.
///
/// Each value belongs to one part of the object, which alone changes it.
final class ObjectState {
  /// The entity of an object that was made outside any context.
  let detachedKind: ObjectKind?
  var unsaved: UnsavedValues
  var transformed = TransformedValues()
  var relationships = ObjectRelationships()
  /// Apart from the relationships, because a released object may read these.
  var kept = KeptDestinations()
  var changes = ObjectChanges()
  var noted = NotedValues()

  /// - Parameter detachedKind: the entity of an object that is in no context.
  init(detachedKind: ObjectKind? = nil, _ unsaved: UnsavedValues = UnsavedValues()) {
    self.detachedKind = detachedKind
    self.unsaved = unsaved
  }

  /// Ends the cycles in which destinations keep each other alive.
  func releaseDestinations() { kept = KeptDestinations() }

  /// Whether nothing would be lost with it.
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

  /// Replaces keys that became permanent.
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

  /// The state, made when there is none.
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

  /// The current values, where they may differ from the row's.
  final var unsavedValues: ContiguousArray<Value>? { state?.unsaved.values }

  /// The to-many relationships of which something is known, by slot.
  final var knownRelationships: [Int: ToManyState] { state?.relationships.bySlot ?? [:] }
}
