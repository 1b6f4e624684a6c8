/// Lets another module of the package look at the event that a context is delivering.
///
/// The keys are those of the event itself, so that they are known for objects that another context changed, too. A
/// watch made before a results controller fetches gets each event before it.
package final class ContextEventWatch: ContextObserver {
  // It is only asked while the context delivers an event.
  private let context: ContextHandle
  private var event = ContextEvent()
  /// What changed, by object; made when it is first asked for, of an event of many changes.
  private var index: [RowKey: Change] = [:]
  /// Made when it is first asked for.
  private var insertedKeys: Set<RowKey>?
  /// Names that were asked for: events change the same few properties again and again.
  private var names: [Slots: Set<String>] = [:]
  private var lastNames: (asked: Slots, names: Set<String>)?

  private enum Change {
    case slots(SlotSet)
    case unknown
  }

  private struct Slots: Hashable {
    let entity: Int32
    let slots: SlotSet
  }

  package init(_ context: NSManagedObjectContext) {
    self.context = context.handle
    context.observers.add(self)
  }

  /// The properties of an object that the event changed; nil when that is not known, because the object was merged or
  /// refreshed. Empty for an object that the event does not name.
  package func changedKeys(of object: NSManagedObject) -> Set<String>? { changedKeys(of: object.key) }

  /// The key that an object has now.
  package func key(of object: NSManagedObject) -> RowKey { object.key }

  /// The object with a key, when the context has it.
  package func registeredObject(for key: RowKey) -> NSManagedObject? { context.context?.registry.object(for: key) }

  /// The same, by the object's key.
  ///
  /// - Parameter wasThere: whether a list had the object before. What the event names as inserted then is one whose
  ///   deletion was not reported to the list: what changed of it meanwhile is not known.
  package func changedKeys(of key: RowKey, wasThere: Bool = false) -> Set<String>? {
    switch change(of: key) {
    case nil: wasThere && isInserted(key) ? nil : []
    case .unknown?: nil
    case .slots(let slots)?: names(of: slots, entity: key.entity)
    }
  }

  private func names(of slots: SlotSet, entity: Int32) -> Set<String> {
    let asked = Slots(entity: entity, slots: slots)
    if let lastNames, lastNames.asked == asked { return lastNames.names }
    if let known = names[asked] {
      lastNames = (asked, known)
      return known
    }
    guard let layout = context.context?.model.entities[Int(entity)] else { return [] }
    let made = Set(slots.slots.map { layout.slots[$0].name })
    if names.count == 256 { names = [:] }
    names[asked] = made
    return made
  }

  private func isInserted(_ key: RowKey) -> Bool {
    if event.inserted.isEmpty { return false }
    let keys = insertedKeys ?? Set(event.inserted)
    insertedKeys = keys
    return keys.contains(key)
  }

  private func change(of key: RowKey) -> Change? {
    let count = event.updated.count + event.refreshed.count
    if count <= 4 {
      if event.refreshed.contains(key) { return .unknown }
      return event.updated.last { $0.key == key }.map(Self.change)
    }
    if index.isEmpty {
      index.reserveCapacity(count)
      for update in event.updated { index[update.key] = Self.change(update) }
      for key in event.refreshed { index[key] = .unknown }
    }
    return index[key]
  }

  private static func change(_ update: ContextEvent.Update) -> Change { update.slots.map(Change.slots) ?? .unknown }

  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {
    event = event.promoted(Dictionary(promotions.map { ($0.temporary, $0.permanent) }) { first, _ in first })
    (index, insertedKeys) = ([:], nil)
  }

  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
    self.event = event.hasRows ? event.withoutRows() : event
    if !index.isEmpty { index = [:] }
    insertedKeys = nil
  }
}
