import CoreData

/// The rows that were read ahead in a read transaction, with the news of a commit, before they were asked for.
struct PostgresReadAhead {
  /// The rows that the commit wrote.
  private(set) var rows: [RowKey: Row] = [:]
  /// The keys that follow these rows in orders of lists, by the way into the order and the row's primary key.
  private var followers: [String: [Int64: Followers]] = [:]

  private struct Followers {
    /// The row's values in the order.
    let values: [Value]
    let keys: [Int64]
  }

  mutating func add(_ row: Row) { rows[row.key] = row }

  mutating func add(_ keys: [Int64], following row: Row, by seek: RowSeek) {
    guard let behind = seek.behindRow else { return }
    followers[seek.sql, default: [:]][row.key.primaryKey] = Followers(
      values: behind.slots.map { row[$0] }, keys: keys)
  }

  /// The keys of the next rows behind a place; nil where they are not known, or were read behind other values.
  func keys(_ seek: RowSeek, behind place: RowSeek.Place) -> [Int64]? {
    guard let known = followers[seek.sql]?[place.primaryKey],
      known.values.elementsEqual(place.values, by: { $0.isSame(as: $1) })
    else { return nil }
    return known.keys
  }
}
