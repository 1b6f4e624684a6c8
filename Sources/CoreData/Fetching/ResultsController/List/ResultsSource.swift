/// The section and the values that decide the place of an object in a results list.
struct SortPosition: Sendable {
  let key: RowKey
  let section: SectionKey
  /// The values for the terms of the order, one for each.
  let values: [Value]
}

/// The source from which a results list reads about objects. Objects are named by keys, so that none is made.
protocol ResultsSource {
  /// The number of sort terms. Objects that tie by all of them are ordered by identity.
  var termCount: Int { get }

  /// Whether the first term sorts by the section key itself. Then sections are placed by their keys, and within a
  /// section the first term decides nothing.
  var firstTermIsSectionKey: Bool { get }

  /// Compares two values as a term of the order does: negative when the left one comes first, zero when they tie.
  func compare(_ left: Value, _ right: Value, term: Int) -> Int

  /// The position of an object now; nil if it does not belong to the list or is gone.
  ///
  /// - Parameter row: the object's row as just saved, if it is known.
  func position(of key: RowKey, row: Row?) throws -> SortPosition?

  /// The values of an object of the list for the terms from a given one on; nil if the object is gone.
  func values(of key: RowKey, from term: Int) throws -> [Value]?

  /// Finds, for each of several objects, the next row behind its place in its section, among the accepted rows whose
  /// values are the saved ones.
  ///
  /// - Parameter accepts: whether a row, by its primary key, is acceptable for the object at an index.
  /// - Returns: an answer for each object, in their order.
  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer]

  /// Whether an object's values may differ from the saved ones.
  func isPending(_ key: RowKey) -> Bool

  /// Whether values read of an object of the list stay valid until an event touches it.
  func keepsValues(of key: RowKey) -> Bool

  /// Calls a closure with `values(of:from:)` for one search, so that the preparation of the reads is done once.
  ///
  /// - Parameter body: may be called again, so that it must have no side effects.
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

/// The error that a change could not be placed: the list contradicts the store, because something was saved that this
/// context has not merged. Fetching the keys again resolves it.
struct UnsoundList: Error {}
