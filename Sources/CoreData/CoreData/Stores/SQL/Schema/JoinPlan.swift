/// The join tables of many-to-many relationships, planned from a model and the numbers of its entities.
///
/// A table is named after the relationship of the entity with the lower number. Each column is named after the
/// relationship whose destinations it holds. For a relationship between an entity and itself, Apple uses either end for
/// the name; this implementation uses the ordered end, or else the first by name.
package struct JoinPlan {
  package struct Table {
    package let name: String
    /// The two key columns: owner, destination.
    package let keys: [String]
    /// The columns of the order keys (`Z_FOK_…`), at most two.
    let orders: [String]
    /// The entity whose relationship gives the table its name.
    let owner: Int
    /// The relationship that gives the table its name, and its inverse.
    let relationship: End
    let inverse: End?

    package var columns: [String] { keys + orders }

    /// The names that the key columns may have in a store: those of a new table, and Apple's names if a relationship is
    /// its own inverse.
    var knownKeys: [(owner: String, destination: String)] {
      [(keys[0], keys[1])] + (inverse == relationship ? [(JoinPlan.reflexive, keys[0])] : [])
    }
  }

  /// Apple's name of the owner's column if a relationship is its own inverse.
  static let reflexive = "REFLEXIVE"

  /// Either of the two relationships of a table: the declaring entity and the slot.
  struct End: Hashable {
    let entity: Int
    let slot: Int
  }

  /// The tables, in the order of their owners and then of the relationships' names.
  package let tables: [Table]
  /// The greatest length of a name, in bytes; nil for no limit.
  let nameLimit: Int?

  init(_ model: ModelLayout, numbers: [Int64?], nameLimit: Int?) throws {
    self.nameLimit = nameLimit
    var tables: [Table] = []
    for entity in model.entities {
      guard let number = numbers[entity.index] else { continue }
      let own = (entity.parent.map { model.entities[$0].slots.count } ?? 0)..<entity.slots.count
      let byName = own.sorted { EntityOrder.precedes(entity.slots[$0].name, entity.slots[$1].name) }
      for slot in byName where !entity.slots[slot].isTransient {
        guard case .toMany(let relationship) = entity.slots[slot].kind else { continue }
        let destination = model.entities[relationship.destination]
        guard let destinationNumber = numbers[destination.index] else {
          throw SchemaProblem(
            "\(entity.name).\(entity.slots[slot].name) leads to \(destination.name), "
              + "which is not in the configuration"
          )
        }
        let end = End(entity: entity.index, slot: slot)
        guard let inverseSlot = relationship.inverse else {
          throw SchemaProblem(
            "\(entity.name).\(entity.slots[slot].name) has no inverse and another destination than where it is declared"
          )
        }
        guard case .toMany(let back) = destination.slots[inverseSlot].kind else { continue }
        let inverse = End(entity: Self.declarer(of: inverseSlot, in: destination, model), slot: inverseSlot)
        guard Self.names(end, relationship, before: inverse, back, in: model) else { continue }
        tables.append(
          Self.table(
            of: end, inverse, in: model, number: number, destinationNumber: destinationNumber, nameLimit: nameLimit))
      }
    }
    self.tables = tables
  }

  /// Whether the table is named after `end` and not after `inverse`.
  private static func names(
    _ end: End, _ relationship: EntityLayout.Relationship, before inverse: End, _ back: EntityLayout.Relationship,
    in model: ModelLayout
  ) -> Bool {
    if end.entity != inverse.entity { return end.entity < inverse.entity }
    if end == inverse { return true }
    if relationship.isOrdered != back.isOrdered { return relationship.isOrdered }
    let slots = model.entities[end.entity].slots
    return EntityOrder.precedes(slots[end.slot].name, slots[inverse.slot].name)
  }

  /// - Parameter inverse: nil for the table of a relationship without an inverse that earlier versions of this package
  ///   created, see `FormerJoin`.
  static func table(
    of end: End, _ inverse: End?, in model: ModelLayout, number: Int64, destinationNumber: Int64, nameLimit: Int?
  ) -> Table {
    let entity = model.entities[end.entity]
    let slot = entity.slots[end.slot]
    var names = ColumnNames(limit: nameLimit)
    let inverseSlot = inverse.map { model.entities[$0.entity].slots[$0.slot] }
    let ownerKey = names.take("Z_\(number)\((inverseSlot?.name ?? entity.name).uppercased())")
    let key = names.take("Z_\(destinationNumber)\(slot.name.uppercased())")
    var orders: [String] = []
    if inverse != end, inverseSlot?.isOrderedToMany == true { orders.append(orderColumn(of: ownerKey, nameLimit)) }
    if slot.isOrderedToMany { orders.append(orderColumn(of: key, nameLimit)) }
    return Table(
      name: "Z_\(number)\(slot.name.uppercased())".shortened(to: nameLimit), keys: [ownerKey, key], orders: orders,
      owner: end.entity,
      relationship: end, inverse: inverse
    )
  }

  /// The name of the column with the destinations' order keys, for a key column.
  static func orderColumn(of key: String, _ nameLimit: Int? = nil) -> String {
    "Z_FOK_\(key.dropFirst(2))".shortened(to: nameLimit)
  }

  /// The entity that declares a slot: the given entity or one of its superentities.
  private static func declarer(of slot: Int, in entity: EntityLayout, _ model: ModelLayout) -> Int {
    var current = entity
    while let parent = current.parent.map({ model.entities[$0] }), slot < parent.slots.count { current = parent }
    return current.index
  }
}

extension EntityLayout.Slot {
  /// Whether the slot is an ordered to-many relationship.
  var isOrderedToMany: Bool {
    if case .toMany(let relationship) = kind { relationship.isOrdered } else { false }
  }
}
