/// A save by SQL: the steps that are the same for all databases. A store writes the statements.
package protocol SQLSaving {
  var schema: StoreSchema { get }
  /// The rows that came under an owner whose relationship is ordered: they want a place in its order.
  var arrivals: OrderedArrivals { get set }

  /// The key under which a row is saved.
  ///
  /// - Throws: when the key is temporary and its row is not part of the save.
  func permanent(_ key: RowKey) throws -> RowKey

  /// Reads the numbers of an owner's destinations, after everything that is still to be written.
  mutating func presentPlaces(of owner: OrderedArrivals.Owner) throws -> [Int64: Int64?]

  /// Writes the numbers of some of an owner's destinations.
  mutating func write(_ places: [(key: Int64, place: Int64)], of owner: OrderedArrivals.Owner) throws

  /// Writes the pairs of a many-to-many relationship that were added and removed.
  mutating func writePairs(of change: StoreChanges.ToMany, owner: Int64, _ side: JoinSide) throws
}

extension SQLSaving {
  /// Writes what changed in a many-to-many relationship, or in an ordered one.
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

  /// Appends rows that came to an owner without a new order to its order.
  package mutating func placeArrivals() throws {
    for owner in arrivals.owners {
      let present = try presentPlaces(of: owner)
      let placed = present.filter { $0.value != nil }.sorted { ($0.value ?? 0, $0.key) < ($1.value ?? 0, $1.key) }
      let arrived = (arrivals.rows[owner] ?? []).filter { present[$0] == .some(nil) }
      try setOrder(placed.map(\.key) + arrived, of: owner, present)
    }
  }

  /// Numbers the destinations in the wanted order, and writes the numbers that changed.
  ///
  /// - Parameter known: the present numbers, if they have been read.
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
  /// The statements that clear unique values before several updated rows change theirs, so that two rows may swap
  /// values. Each statement lacks its condition, which names the row.
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
