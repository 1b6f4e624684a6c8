/// The changes of a context since the last merge into its children.
///
/// The save that triggers the merge does not contain all of these changes. A merge policy may drop changes that a
/// child has saved to the context, and an object may be deleted before it was ever stored.
struct UnmergedKeys {
  private var keys = SavedKeys()
  /// The index of each updated object in `keys.updated`.
  private var places: [RowKey: Int] = [:]

  mutating func add(_ event: ContextEvent) {
    keys.add(event.inserted, [], event.deleted)
    for update in event.updated { add(ContextEvent.Update(key: update.key, slots: update.placing)) }
  }

  /// Adds an object with unknown changes.
  mutating func add(_ key: RowKey) { add(ContextEvent.Update(key: key, slots: nil)) }

  private mutating func add(_ update: ContextEvent.Update) {
    guard let place = places[update.key] else {
      places[update.key] = keys.updated.count
      keys.updated.append(update)
      return
    }
    let slots = keys.updated[place].slots.flatMap { known in update.slots.map(known.union) }
    keys.updated[place] = ContextEvent.Update(key: update.key, slots: slots)
  }

  /// Returns the keys that the children merge, and clears them.
  mutating func take() -> SavedKeys {
    defer { self = UnmergedKeys() }
    return keys
  }
}
