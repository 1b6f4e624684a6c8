/// What decides where an object stands in a results list.
struct SortPosition: Sendable {
  let key: RowKey
  let section: SectionKey
  /// One value for each term of the order.
  let values: [Value]
}

/// What a results list asks about objects. Objects are named by keys, so that asking makes none.
protocol ResultsSource {
  /// The number of sort terms. Behind the last stands identity.
  var termCount: Int { get }

  /// Whether the first term sorts by the section key itself. Then sections are placed by their keys, and within a
  /// section the first term decides nothing.
  var firstTermIsSectionKey: Bool { get }

  /// Compares two values as a term of the order does: negative when the left one comes first, zero when they tie.
  func compare(_ left: Value, _ right: Value, term: Int) -> Int

  /// Where an object stands now; nil when it does not belong to the list or is gone.
  ///
  /// - Parameter row: the object's row as it was just saved, where that is known.
  func position(of key: RowKey, row: Row?) throws -> SortPosition?

  /// The values for the terms from one on of an object that is in the list; nil when it is gone.
  func values(of key: RowKey, from term: Int) throws -> [Value]?

  /// The next row behind where each of several objects belongs in its section, of those that will do and whose values
  /// are the saved ones.
  ///
  /// - Parameter accepts: whether a row, by its primary key, will do for the object at an index.
  /// - Returns: an answer for each object, in their order.
  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer]

  /// Whether an object's values may differ from the saved ones.
  func isPending(_ key: RowKey) -> Bool

  /// Whether the values that are read of an object of the list are good until an event touches it.
  func keepsValues(of key: RowKey) -> Bool

  /// Lends `values(of:from:)` for one search, so that what it takes to read is looked up once.
  ///
  /// - Parameter body: may run again, so that it must change nothing.
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

/// Why a change could not be placed: what the list holds and what the store answers do not go together, because
/// something was saved that this context has not merged. Fetching the keys again settles it.
struct UnsoundList: Error {}
