/// A way into an order by an index: it finds the rows that follow given values, nearest first, without a search.
///
/// Made by a store, good for that store only.
package struct RowSeek: Sendable {
  /// The order to seek in: the rows of an entity's table that have one value at a path, sorted. Rows of all the table's
  /// entities count.
  package struct Order: Sendable {
    package let entity: EntityLayout
    /// Nil for all rows.
    package let group: CompiledPath?
    /// The terms by which the rows of one group are sorted, before their primary keys.
    package let terms: ArraySlice<CompiledOrder.Term>
  }

  /// The place to look from: values like those of one row of the order, and a primary key.
  package struct Place: Sendable {
    package let values: [Value]
    package let primaryKey: Int64
  }

  package enum Answer: Equatable, Sendable {
    /// The primary key of the first row that will do.
    case row(Int64)
    /// No row that follows will do.
    case end
    /// The search gave up: `rowLimit` rows would not do.
    case unknown
  }

  package let sql: String

  /// The query that asks a server for the rows behind a stored row, before the row's values are known here.
  package struct BehindRow: Sendable {
    /// The root of the entities whose rows are in the table.
    package let root: Int
    /// The slots of a place's values, in their order.
    package let slots: [Int]
    package let sql: String

    package init(root: Int, slots: [Int], sql: String) {
      self.root = root
      self.slots = slots
      self.sql = sql
    }
  }

  package var behindRow: BehindRow?

  package init(sql: String, behindRow: BehindRow? = nil) {
    self.sql = sql
    self.behindRow = behindRow
  }

  /// The greatest number of rows that are looked at; beyond it a binary search of the list is cheaper.
  package static let rowLimit = 12
}

extension Value {
  /// Whether the value compares in a store as it does in memory, and with every value of its column: nil does not, and
  /// not every number or text has one form there.
  var isSeekable: Bool {
    switch self {
    case .int, .string, .reference: true
    case .double(let number), .date(let number): !number.isNaN
    case .null, .data, .uuid, .decimal, .opaque: false
    }
  }
}
