/// A save by SQL. The extension has the steps that are the same for all databases, and a store writes the statements.
package protocol SQLSaving {
  var schema: StoreSchema { get }
  /// The rows that were added to an ordered relationship and still need an order key.
  var arrivals: OrderedArrivals { get set }

  /// The key under which a row is saved: its permanent key, or the key itself if it is permanent.
  ///
  /// - Throws: an error if the key is temporary and its row is not part of the save.
  func permanent(_ key: RowKey) throws -> RowKey

  /// Reads the order keys of an owner's destinations, after writing all pending statements.
  mutating func presentPlaces(of owner: OrderedArrivals.Owner) throws -> [Int64: Int64?]

  /// Writes the order keys of some of an owner's destinations.
  mutating func write(_ places: [(key: Int64, place: Int64)], of owner: OrderedArrivals.Owner) throws

  /// Writes the added and removed pairs of a many-to-many relationship.
  mutating func writePairs(of change: StoreChanges.ToMany, owner: Int64, _ side: JoinSide) throws
}

extension SQLSaving {
  /// Writes the change of a many-to-many or an ordered relationship.
  package mutating func write(_ change: StoreChanges.ToMany) throws {
    let owner = try permanent(change.owner)
    let stored = try schema.stored(Int(owner.entity))
    guard let place = stored.toMany[change.slot] else { return }
    switch place {
    case .inverse(let slot):
      guard let ordered = change.ordered,
        case .toMany(let relationship) = stored.layout.slots[change.slot].kind,
        let column = try schema.stored(relationship.destination).columns[slot], let orderName = column.orderName
      else { return }
      let children = OrderedArrivals.Owner(
        table: try schema.stored(relationship.destination).table, column: column.name, orderName: orderName,
        primaryKey: owner.primaryKey)
      try setOrder(try ordered.map { try permanent($0).primaryKey }, of: children)
      arrivals.settle(children)
    case .join(let side):
      try writePairs(of: change, owner: owner.primaryKey, side)
      guard let ordered = change.ordered, let orderName = side.orderColumn else { return }
      let destinations = OrderedArrivals.Owner(
        table: side.table, key: side.destinationColumn, column: side.ownerColumn, orderName: orderName,
        primaryKey: owner.primaryKey)
      try setOrder(try ordered.map { try permanent($0).primaryKey }, of: destinations)
    }
  }

  /// Appends the rows that were added without an order to the order of their owners.
  package mutating func placeArrivals() throws {
    for owner in arrivals.owners {
      let present = try presentPlaces(of: owner)
      let placed = present.filter { $0.value != nil }.sorted { ($0.value ?? 0, $0.key) < ($1.value ?? 0, $1.key) }
      let arrived = (arrivals.rows[owner] ?? []).filter { present[$0] == .some(nil) }
      try setOrder(placed.map(\.key) + arrived, of: owner, present)
    }
  }

  /// Assigns order keys for the wanted order, and writes those that changed.
  ///
  /// - Parameter known: the present order keys, if they have been read already.
  private mutating func setOrder(
    _ wanted: [Int64], of owner: OrderedArrivals.Owner, _ known: [Int64: Int64?]? = nil
  ) throws {
    let present = try known ?? presentPlaces(of: owner)
    let wanted = wanted.filter { present[$0] != nil }
    let old = wanted.map { present[$0] ?? nil }
    let new = OrderPlaces.assign(old)
    let changed = wanted.indices.filter { old[$0] != new[$0] }
    if changed.isEmpty { return }
    try write(changed.map { (key: wanted[$0], place: new[$0]) }, of: owner)
  }
}

extension StoreChanges {
  /// The statements that set unique values to NULL before several rows are updated, so that two rows can swap their
  /// values. The caller appends the condition that names the row.
  ///
  /// - Parameter uniqueSlots: the slots with unique values, by entity.
  package func clearings(
    _ uniqueSlots: [Set<Int>], in schema: StoreSchema
  ) -> [(key: RowKey, slots: [Int], statement: String)] {
    let changing = updated.compactMap { update -> (RowKey, [Int])? in
      let unique = uniqueSlots[Int(update.row.key.entity)]
      let slots = update.slots.filter(unique.contains)
      return slots.isEmpty ? nil : (update.row.key, slots)
    }
    guard changing.count > 1 else { return [] }
    return changing.compactMap { key, slots in
      guard let stored = schema.entities[Int(key.entity)] else { return nil }
      let assignments = slots.compactMap { stored.columns[$0]?.name.quotedIdentifier }.map { "\($0) = NULL" }
      if assignments.isEmpty { return nil }
      return (key, slots, "UPDATE \(stored.table.quotedIdentifier) SET \(assignments.joined(separator: ", "))")
    }
  }
}
