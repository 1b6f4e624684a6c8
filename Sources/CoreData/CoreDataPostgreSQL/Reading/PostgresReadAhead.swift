import CoreData

/// The rows that were read ahead in a read transaction, together with the history of a commit, before anything
/// requested them.
struct PostgresReadAhead {
  /// The rows that the commit wrote.
  private(set) var rows: [RowKey: Row] = [:]
  /// The keys that follow these rows in the orders of lists, by the SQL of the seek and the row's primary key.
  private var followers: [String: [Int64: Followers]] = [:]

  private struct Followers {
    /// The row's values of the order's columns.
    let values: [Value]
    let keys: [Int64]
  }

  mutating func add(_ row: Row) { rows[row.key] = row }

  mutating func add(_ keys: [Int64], following row: Row, by seek: RowSeek) {
    guard let behind = seek.behindRow else { return }
    followers[seek.sql, default: [:]][row.key.primaryKey] = Followers(
      values: behind.slots.map { row[$0] }, keys: keys)
  }

  /// The keys of the next rows after a place; nil if they were not read, or were read for other values.
  func keys(_ seek: RowSeek, behind place: RowSeek.Place) -> [Int64]? {
    guard let known = followers[seek.sql]?[place.primaryKey],
      known.values.elementsEqual(place.values, by: { $0.isSame(as: $1) })
    else { return nil }
    return known.keys
  }
}
