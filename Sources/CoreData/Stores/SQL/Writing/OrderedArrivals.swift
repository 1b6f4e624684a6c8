/// Rows that came under an owner whose relationship is ordered, in the order in which they were written.
struct OrderedArrivals {
  struct Owner: Hashable {
    /// The destinations' table, and its column that leads to the owner.
    let table: String
    let column: String
    /// The column of the destinations' places.
    let orderName: String
    let primaryKey: Int64
  }

  private(set) var owners: [Owner] = []
  private(set) var rows: [Owner: [Int64]] = [:]

  mutating func add(_ primaryKey: Int64, to owner: Owner) {
    if rows[owner] == nil { owners.append(owner) }
    rows[owner, default: []].append(primaryKey)
  }

  /// The owner's order was given, and holds the rows already.
  mutating func settle(_ owner: Owner) {
    if rows.removeValue(forKey: owner) != nil { owners.removeAll { $0 == owner } }
  }
}
