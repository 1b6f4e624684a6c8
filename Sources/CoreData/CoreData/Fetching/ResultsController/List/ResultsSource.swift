/// The section and the sort values that determine an object's place in a results list.
struct SortPosition: Sendable {
  let key: RowKey
  let section: SectionKey
  /// The value of each sort term.
  let values: [Value]
}

/// The source of a results list's data about objects. Objects are identified by keys, so that none is created.
protocol ResultsSource {
  /// The number of sort terms. Objects with equal values for all terms are ordered by identity.
  var termCount: Int { get }

  /// Whether the first sort term is the section key itself. Then sections are ordered by their keys, and the first
  /// term is skipped within a section.
  var firstTermIsSectionKey: Bool { get }

  /// Compares two values of a sort term. Negative if the left one comes first, zero if they are equal in the order.
  func compare(_ left: Value, _ right: Value, term: Int) -> Int

  /// The current position of an object; nil if it does not belong to the list or no longer exists.
  ///
  /// - Parameter row: the object's row as just saved, if it is known.
  func position(of key: RowKey, row: Row?) throws -> SortPosition?

  /// The values of an object in the list for the sort terms from a given one on; nil if the object no longer exists.
  func values(of key: RowKey, from term: Int) throws -> [Value]?

  /// Finds for each of several objects the row that follows its place in its section. Only accepted rows with saved
  /// values count.
  ///
  /// - Parameter accepts: returns whether a row, given its primary key, is acceptable for the object at an index.
  /// - Returns: an answer for each object, in the same order.
  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer]

  /// Whether an object's values may differ from the saved ones.
  func isPending(_ key: RowKey) -> Bool

  /// Whether an object's values, once read, stay valid until an event touches the object.
  func keepsValues(of key: RowKey) -> Bool

  /// Calls a closure with a function for `values(of:from:)`, so that a search prepares its reads only once.
  ///
  /// - Parameter body: a closure that may be called more than once, so it must have no side effects.
  func searching<Result>(
    from term: Int, _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result
}

extension ResultsSource {
  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] { positions.map { _ in .unknown } }

  func isPending(_ key: RowKey) -> Bool { true }

  func keepsValues(of key: RowKey) -> Bool { false }

  func searching<Result>(
    from term: Int, _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try body { try values(of: $0, from: term) }
  }
}

/// The error that a changed object could not be placed, because the list contradicts the store: something was saved
/// that this context has not merged. Fetching the keys again resolves it.
struct UnsoundList: Error {}
