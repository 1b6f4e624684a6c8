/// Rows that were added to an ordered relationship and have no order key yet, in the order in which they were written.
package struct OrderedArrivals {
  package struct Owner: Hashable {
    /// The destinations' table, its primary key column, and its column that refers to the owner.
    package let table: String
    package let key: String
    package let column: String
    /// The column of the destinations' order keys.
    package let orderName: String
    package let primaryKey: Int64

    package init(table: String, key: String = "Z_PK", column: String, orderName: String, primaryKey: Int64) {
      self.table = table
      self.key = key
      self.column = column
      self.orderName = orderName
      self.primaryKey = primaryKey
    }
  }

  package private(set) var owners: [Owner] = []
  package private(set) var rows: [Owner: [Int64]] = [:]

  package init() {}

  package mutating func add(_ primaryKey: Int64, to owner: Owner) {
    if rows[owner] == nil { owners.append(owner) }
    rows[owner, default: []].append(primaryKey)
  }

  /// Removes the rows of an owner whose complete order was written.
  package mutating func settle(_ owner: Owner) {
    if rows.removeValue(forKey: owner) != nil { owners.removeAll { $0 == owner } }
  }
}
