/// The rows whose derived attributes were changed by a connection's triggers. The functions that the triggers call
/// record them here.
final class DerivedValueLog {
  private struct Place: Hashable {
    let entity: Int64
    let primaryKey: Int64
  }

  private var places: Set<Place> = []
  private var last: Place?
  /// The recorded attributes or columns, by entity number.
  private var names: [Int64: Set<String>] = [:]
  private var lastName: String?

  /// - Parameters:
  ///   - entity: the entity's number in the store.
  ///   - name: the name of the changed attribute, or of its column.
  func note(entity: Int64, primaryKey: Int64, _ name: String) {
    if name != lastName || entity != last?.entity { names[entity, default: []].insert(name) }
    lastName = name
    let place = Place(entity: entity, primaryKey: primaryKey)
    // Consecutive calls often name the same row, for example the owner of many rows.
    guard place != last else { return }
    last = place
    places.insert(place)
  }

  func forgetAll() {
    places = []
    last = nil
    names = [:]
    lastName = nil
  }

  /// The attributes that triggers changed, by entity.
  func slots(in schema: StoreSchema) -> [Int: SlotSet] {
    var slots: [Int: SlotSet] = [:]
    for (number, names) in names {
      guard let index = schema.entityIndices[number], let stored = schema.entities[index] else { continue }
      let found = names.compactMap { name in
        stored.layout.slotsByName[name] ?? stored.columns.firstIndex { $0?.name == name }
      }
      slots[index] = SlotSet(found)
    }
    return slots
  }

  /// The keys of the recorded rows, in ascending order.
  func keys(in schema: StoreSchema) -> [RowKey] {
    places.compactMap { place in
      schema.entityIndices[place.entity].map { RowKey(entity: $0, primaryKey: place.primaryKey) }
    }.sorted { $0.precedesByIdentity($1) }
  }
}
