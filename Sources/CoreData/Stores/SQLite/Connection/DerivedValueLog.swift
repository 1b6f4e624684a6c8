/// The rows whose derived attributes a connection's triggers have changed, by what they pass to the functions that they
/// call.
final class DerivedValueLog {
  private struct Place: Hashable {
    let entity: Int64
    let primaryKey: Int64
  }

  private var places: Set<Place> = []
  private var last: Place?

  /// - Parameter entity: the entity's number in the store.
  func note(entity: Int64, primaryKey: Int64) {
    let place = Place(entity: entity, primaryKey: primaryKey)
    // Many rows in a row often have one owner.
    guard place != last else { return }
    last = place
    places.insert(place)
  }

  func forgetAll() {
    places = []
    last = nil
  }

  /// The keys of the rows, in the order of entities and keys.
  func keys(in schema: StoreSchema) -> [RowKey] {
    places.compactMap { place in
      schema.entityIndices[place.entity].map { RowKey(entity: $0, primaryKey: place.primaryKey) }
    }.sorted { $0.precedesByIdentity($1) }
  }
}
