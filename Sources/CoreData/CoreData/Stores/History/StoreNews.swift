/// The changes that were written to a store since an earlier look at it.
package struct StoreNews {
  /// A change, with the number of its transaction in the history.
  package struct Change {
    package let transaction: Int64
    package let change: HistoryChange

    package init(transaction: Int64, change: HistoryChange) {
      self.transaction = transaction
      self.change = change
    }
  }

  /// The store's `externalVersion`.
  let version: Int
  let history: HistorySpan?
  /// The changes, oldest first, including the store's own. Nil if the history is incomplete, because a part was deleted
  /// or cannot be read.
  let changes: [Change]?
  /// The number of the newest transaction that was read.
  let last: Int64

  /// - Parameter transaction: the number of the newest transaction at the earlier look.
  package init(version: Int, history: HistorySpan?, changes: [Change]?, after transaction: Int64) {
    self.version = version
    self.history = history
    let isCut =
      history.map { span in transaction < span.last && span.first.map { transaction + 1 < $0 } ?? true } ?? false
    self.changes = isCut ? nil : changes
    // Another process may have written a transaction between the reads of the span and of the changes.
    last = max(transaction, history?.last ?? 0, self.changes?.last?.transaction ?? 0)
  }

  /// Creates the news that transactions were lost, so that everything in the store may be different.
  ///
  /// - Parameter history: the span of the history that is there now, with which the next look begins.
  package init(version: Int, replacing history: HistorySpan?) {
    (self.version, self.history, changes, last) = (version, history, nil, history?.last ?? 0)
  }

  static func changes(of transaction: HistoryTransaction) -> [Change] {
    transaction.changes.map { Change(transaction: transaction.number, change: $0) }
  }
}

extension RowStore {
  package func news(since version: Int, after transaction: Int64) throws -> StoreNews? {
    try newsInSteps(since: version, after: transaction)
  }

  /// Reads the news with several queries, one after the other.
  package func newsInSteps(since version: Int, after transaction: Int64) throws -> StoreNews? {
    let newest = try externalVersion()
    guard newest != version else { return nil }
    let history = try historySpan()
    let transactions = try? self.history(after: .number(transaction), withChanges: true)
    let changes = transactions?.flatMap(StoreNews.changes)
    return StoreNews(version: newest, history: history, changes: changes, after: transaction)
  }
}
