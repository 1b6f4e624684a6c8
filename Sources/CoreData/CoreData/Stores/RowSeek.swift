/// A prepared search in an order by an index. It finds the rows that follow given values, nearest first.
///
/// Usable only with the store that made it.
package struct RowSeek: Sendable {
  /// The order to seek in: the rows with one value at `group`, sorted by `terms`. It contains all rows of the entity's
  /// table, including those of other entities.
  package struct Order: Sendable {
    package let entity: EntityLayout
    /// The path whose value all rows share; nil for all rows of the table.
    package let group: CompiledPath?
    /// The terms by which the rows are sorted, before their primary keys.
    package let terms: ArraySlice<CompiledOrder.Term>
  }

  /// The place after which to look: the values of a row in the order, and its primary key. No row needs to have them.
  package struct Place: Sendable {
    package let values: [Value]
    package let primaryKey: Int64
  }

  package enum Answer: Equatable, Sendable {
    /// The primary key of the first accepted row.
    case row(Int64)
    /// No following row is accepted.
    case end
    /// The search was abandoned after `rowLimit` rows that were not accepted.
    case unknown
  }

  package let sql: String

  /// The query by which a server returns the rows that follow a stored row whose values are not known here yet.
  package struct BehindRow: Sendable {
    /// The root entity of the table's inheritance tree.
    package let root: Int
    /// The slots of a place's values, in order.
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

  /// The greatest number of rows to look at. Beyond it, a binary search of the list is cheaper.
  package static let rowLimit = 12
}

extension Value {
  /// Whether SQL is certain to compare the value with every value of its column as memory does. It is not for NULL and
  /// decimals, for example.
  var isSeekable: Bool {
    switch self {
    case .int, .string, .reference: true
    case .double(let number), .date(let number): !number.isNaN
    case .null, .data, .uuid, .decimal, .opaque: false
    }
  }
}
