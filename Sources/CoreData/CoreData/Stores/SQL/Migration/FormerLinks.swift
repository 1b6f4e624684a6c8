/// The pairs of objects that a relationship of the former model connected, as a query of the former tables.
///
/// The columns are `a`, the owner's key; `b`, the destination's key; `p`, the order key of `b` among the destinations
/// of `a`; and `q`, the order key of `a` in the inverse relationship of `b`.
struct FormerLinks {
  private(set) var query: String
  /// Whether `p` and `q` are known for all pairs.
  private(set) var hasPlaces: Bool
  private(set) var hasInversePlaces: Bool

  /// Builds the query for the former relationships that a new relationship continues.
  ///
  /// - Parameters:
  ///   - entity: the index of an entity of the destination's model.
  ///   - slot: the slot of one of its relationships.
  ///   - tables: the tables of both models.
  /// - Returns: nil if the relationship continues no former one.
  init?(_ entity: Int, _ slot: Int, in tables: MigrationTables) {
    let layout = tables.mapping.destination.layout.entities[entity]
    guard let relationship = layout.slots[slot].relationship else { return nil }
    // If a relationship was moved to a superentity, several former relationships may continue in it.
    var owners: [Pairs: [StoredEntity]] = [:]
    for index in layout.subtree {
      guard let former = tables.stored(index)?.old, let formerSlot = tables.mapping.slots[index][slot],
        let pairs = Pairs(former, formerSlot, in: tables)
      else { continue }
      owners[pairs, default: []].append(former)
    }
    guard !owners.isEmpty else { return nil }
    hasPlaces = owners.keys.allSatisfy { $0.place != nil }
    hasInversePlaces = owners.keys.allSatisfy { $0.inversePlace != nil }
    query = owners.sorted { $0.key.query < $1.key.query }.map { pairs, entities in
      pairs.query(ownedBy: entities, leadingTo: relationship.destination, in: tables)
    }.joined(separator: " UNION ALL ")
  }

  /// The same pairs, as the inverse relationship sees them.
  var swapped: FormerLinks {
    var links = self
    links.query = "SELECT b AS a, a AS b, q AS p, p AS q FROM (\(query)) AS l"
    (links.hasPlaces, links.hasInversePlaces) = (hasInversePlaces, hasPlaces)
    return links
  }

  /// The SQL of the order key of `b`: the former one, or a new one by primary key.
  var place: String { hasPlaces ? "p" : Self.newPlace("a", "b") }
  var inversePlace: String { hasInversePlaces ? "q" : Self.newPlace("b", "a") }

  static func newPlace(_ owner: String, _ destination: String) -> String {
    "\(OrderPlaces.first) + \(OrderPlaces.step) * "
      + "(ROW_NUMBER() OVER (PARTITION BY \(owner) ORDER BY \(destination)) - 1)"
  }
}

/// The table and columns in which the former store holds the pairs of one relationship.
private struct Pairs: Hashable {
  let table: String
  let owner: String
  let destination: String
  let place: String?
  let inversePlace: String?
  /// The indices of the two entities in the former model, as the relationship declares them.
  let ownerEntity: Int
  let destinationEntity: Int

  init?(_ entity: StoredEntity, _ slot: Int, in tables: MigrationTables) {
    guard let relationship = entity.layout.slots[slot].relationship,
      let other = tables.old.entities[relationship.destination]
    else { return nil }
    var declarer = entity.layout
    while let parent = declarer.parent.map({ tables.old.model.entities[$0] }), slot < parent.slots.count {
      declarer = parent
    }
    ownerEntity = declarer.index
    destinationEntity = relationship.destination
    if let column = entity.columns[slot] {
      (table, owner, destination) = (entity.table, "Z_PK", column.name)
      (place, inversePlace) = (nil, column.orderName)
      return
    }
    switch entity.toMany[slot] {
    case .inverse(let slot):
      guard let column = other.columns[slot] else { return nil }
      (table, owner, destination) = (other.table, column.name, "Z_PK")
      (place, inversePlace) = (column.orderName, nil)
    case .join(let side):
      (table, owner, destination) = (side.table, side.ownerColumn, side.destinationColumn)
      place = side.orderColumn
      if let inverse = relationship.inverse, case .join(let back)? = other.toMany[inverse] {
        inversePlace = back.orderColumn
      } else {
        inversePlace = nil
      }
    case nil: return nil
    }
  }

  /// The SQL of an unknown order key. Without the cast, some servers assume the type text.
  private static let noPlace = "CAST(NULL AS BIGINT)"

  var query: String { "\(table) \(owner) \(destination)" }

  /// - Parameters:
  ///   - owners: the entities whose objects are selected.
  ///   - newDestination: the entity that the relationship leads to in the new model.
  func query(ownedBy owners: [StoredEntity], leadingTo newDestination: Int, in tables: MigrationTables) -> String {
    let columns = [
      "\(owner.quotedIdentifier) AS a", "\(destination.quotedIdentifier) AS b",
      "\(place?.quotedIdentifier ?? Self.noPlace) AS p", "\(inversePlace?.quotedIdentifier ?? Self.noPlace) AS q",
    ]
    var query =
      "SELECT \(columns.joined(separator: ", ")) FROM \(tables.former(table)) "
      + "WHERE \(owner.quotedIdentifier) IS NOT NULL AND \(destination.quotedIdentifier) IS NOT NULL"
    let all = tables.mapping.source.layout.entities[ownerEntity].subtree.compactMap { tables.old.entities[$0] }
    let (kept, isComplete) = tables.numbers(of: destinationEntity, leadingTo: newDestination)
    var conditions: [String] = []
    if owners.count < all.count { conditions.append(condition("a", all.first, owners.map(\.number), tables)) }
    if !isComplete {
      conditions.append(condition("b", tables.old.entities[destinationEntity], kept.map(\.old), tables))
    }
    if !conditions.isEmpty {
      query = "SELECT a, b, p, q FROM (\(query)) AS l WHERE \(conditions.joined(separator: " AND "))"
    }
    return query
  }

  private func condition(
    _ key: String, _ entity: StoredEntity?, _ numbers: [Int64], _ tables: MigrationTables
  ) -> String {
    if numbers.isEmpty { return "FALSE" }
    let table = entity.map { tables.former($0.table) } ?? ""
    let list = numbers.map { "\($0)" }.joined(separator: ", ")
    return "(SELECT e.\"Z_ENT\" FROM \(table) AS e WHERE e.\"Z_PK\" = \(key)) IN (\(list))"
  }
}

extension EntityLayout.Slot {
  fileprivate var relationship: EntityLayout.Relationship? {
    switch kind {
    case .toOne(let relationship), .toMany(let relationship): relationship
    case .attribute: nil
    }
  }
}
