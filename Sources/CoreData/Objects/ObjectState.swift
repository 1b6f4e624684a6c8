import Foundation

/// The state of an object beyond its saved row, once it was changed or inserted, or a to-many relationship was read.
final class ObjectState {
  /// The entity of an object that was made outside any context.
  let detachedKind: ObjectKind?
  /// The current values where they may differ from the row's; nil while the row's are current.
  var values: ContiguousArray<Value>?
  /// By slot.
  var toMany: [Int: ToManyState] = [:]
  /// The destinations that are kept alive.
  var kept = KeptDestinations()
  /// The attributes and to-one relationships changed in this event, with what they were before it.
  var eventStart = SlotValues()
  /// The to-many relationships changed in this event.
  var eventToMany = SlotSet()
  /// The additions to, and removals from, those relationships; none for an insertion that is still to be delivered.
  var eventDestinations = DestinationLog()
  /// The events that were closed last: of use while they are delivered.
  var closed = ClosedEvents()
  /// The to-many relationships that earlier events reported as changed since the last save.
  var announcedToMany = SlotSet()
  /// The stored data of transformable attributes and the values that belong to it, by slot.
  var transformed: [Int: (data: Data, value: Any)] = [:]
  /// The values that `willChangeValue` noted, until `didChangeValue` compares them.
  var noted: [Int: NotedValue] = [:]

  /// The version of the deleted row under whose ID the object is to be inserted again. The new row continues from it,
  /// so that no context takes the new row for the one that it has seen.
  var formerVersion: Int64 = 0

  enum NotedValue {
    case value(Value)
    case destinations([RowKey])
  }

  init(detachedKind: ObjectKind?) {
    self.detachedKind = detachedKind
  }

  /// Resets the state to that of a new object.
  func clear(to defaults: ContiguousArray<Value>) {
    if var cleared = values {
      // Held by one, it is changed in place.
      values = nil
      for slot in defaults.indices { cleared[slot] = defaults[slot] }
      values = cleared
    }
    toMany = [:]
    kept = KeptDestinations()
    transformed = [:]
    noted = [:]
  }

  var hasToManyChanges: Bool { toMany.values.contains { $0.isChanged } }
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
    switch content.extra {
    case .state(let state): return state
    case .detached(let entity):
      let kind = ObjectKind(entity)
      let state = ObjectState(detachedKind: kind)
      state.values = kind.defaults
      content.add(state)
      return state
    case .nothing, .batch:
      let state = ObjectState(detachedKind: nil)
      content.add(state)
      return state
    }
  }
}
