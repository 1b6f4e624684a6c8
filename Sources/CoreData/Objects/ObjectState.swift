import Foundation

/// What an object holds beyond its saved row once it was changed, inserted, or one of its to-many relationships read.
final class ObjectState {
  /// The entity of an object that was made outside any context.
  let detachedKind: ObjectKind?
  /// The current values where they may differ from the row's; nil while the row's are current.
  var values: ContiguousArray<Value>?
  /// By slot.
  var toMany: [Int: ToManyState] = [:]
  /// What of them is kept alive.
  var kept = KeptDestinations()
  /// The attributes and to-one relationships changed in this event, with what they were before it.
  var eventStart = SlotValues()
  /// The to-many relationships changed in this event.
  var eventToMany = SlotSet()
  /// What was added to them and taken out of them; nothing of an insertion that is still to be delivered.
  var eventDestinations = DestinationLog()
  /// The events that were closed last: of use while they are delivered.
  var closed = ClosedEvents()
  /// The to-many relationships that earlier events reported as changed since the last save.
  var announcedToMany = SlotSet()
  /// What was made of the stored data of transformable attributes, or it of them, by slot.
  var transformed: [Int: (data: Data, value: Any)] = [:]
  /// What `willChangeValue` noted, until `didChangeValue` compares.
  var noted: [Int: NotedValue] = [:]

  /// Of an object that is to be inserted again under the ID of a row that was deleted: that row's version. The new one goes
  /// on from there, so that nobody takes it for the row that he has seen.
  var formerVersion: Int64 = 0

  enum NotedValue {
    case value(Value)
    case destinations([RowKey])
  }

  init(detachedKind: ObjectKind?) {
    self.detachedKind = detachedKind
  }

  /// Makes it that of an object that was just made.
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
