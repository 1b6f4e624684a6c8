import Foundation

/// A saved state of an in-memory store. A save works on a copy, so a state never changes while it is read.
struct InMemoryRows {
  /// The key of a to-many relationship's destinations that are stored with the owner.
  struct Owner: Hashable {
    let root: Int
    let primaryKey: Int64
    let slot: Int
  }

  let model: ModelLayout
  /// Rows by primary key, for each inheritance tree at the index of its root entity. The rows of one tree share one key
  /// space.
  var tables: [[Int64: Row]]
  /// The highest primary key that was ever assigned, for each inheritance tree at the index of its root entity.
  var lastKeys: [Int64]
  /// The destinations of relationships without a to-one inverse. Those of ordered relationships are in order.
  var links: [Owner: [RowKey]] = [:]
  /// The order of ordered relationships with a to-one inverse. The rows of the destinations hold the membership.
  var orders: [Owner: [RowKey]] = [:]
  /// Caches which rows refer to a row through a to-one slot.
  let referrers = InMemoryReferrers()

  init(model: ModelLayout) {
    self.model = model
    tables = Array(repeating: [:], count: model.entities.count)
    lastKeys = Array(repeating: 0, count: model.entities.count)
  }

  func row(for key: RowKey) -> Row? {
    tables[model[key].root][key.primaryKey]
  }

  func owner(_ key: RowKey, _ slot: Int) -> Owner {
    Owner(root: model[key].root, primaryKey: key.primaryKey, slot: slot)
  }

  /// The rows of an entity in the order of their keys.
  func rows(of entity: EntityLayout, includingSubentities: Bool) -> [Row] {
    let wanted = includingSubentities ? entity.subtree : entity.index..<entity.index + 1
    return tables[entity.root].values
      .filter { wanted.contains(Int($0.key.entity)) }
      .sorted { $0.key.precedesByIdentity($1.key) }
  }
}

extension InMemoryRows: PropertyReader {
  func value(_ slot: Int, of key: RowKey) -> Value {
    row(for: key)?[slot] ?? .null
  }

  func related(_ slot: Int, of key: RowKey) -> [RowKey] {
    guard let row = row(for: key), case .toMany(let relationship) = model[row.key].slots[slot].kind else { return [] }
    let owner = owner(key, slot)
    guard let inverse = relationship.inverse, relationship.hasToOneInverse(in: model) else {
      let destinations = (links[owner] ?? []).filter { self.row(for: $0) != nil }
      return relationship.isOrdered ? destinations : destinations.sorted { $0.precedesByIdentity($1) }
    }
    let destination = model.entities[relationship.destination]
    let found = referrers.keys(referringTo: row.key, through: inverse, of: destination, in: self)
    guard relationship.isOrdered, let order = orders[owner] else { return found }
    let places = Dictionary(zip(order.map(\.primaryKey), 0...)) { first, _ in first }
    // Destinations without a recorded order come first, as NULL order keys do in SQL.
    let sorted = found.enumerated().sorted { left, right in
      (places[left.element.primaryKey] ?? -1, left.offset) < (places[right.element.primaryKey] ?? -1, right.offset)
    }
    return sorted.map(\.element)
  }
}

extension EntityLayout.Relationship {
  /// Whether the inverse is a to-one relationship. The destinations' rows then hold the relationship.
  func hasToOneInverse(in model: ModelLayout) -> Bool {
    guard let inverse, case .toOne = model.entities[destination].slots[inverse].kind else { return false }
    return true
  }
}

extension InMemoryRows {
  /// The keys of the rows that match a query, in its order.
  func keys(matching query: RowQuery) throws -> ContiguousArray<RowKey> {
    let all = rows(of: query.entity, includingSubentities: query.includesSubentities)
    return try query.answer(among: all.map(\.key), in: self)
  }

  /// The value at the end of a path; null if a relationship of the path is nil.
  func value(at path: CompiledPath, of key: RowKey) -> Value {
    var key = key
    for hop in path.hops {
      guard case .reference(let next) = value(hop, of: key) else { return .null }
      key = next
    }
    return value(path.last, of: key)
  }
}
