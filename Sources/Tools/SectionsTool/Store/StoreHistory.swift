import CoreData
import Foundation

/// The transactions in a store's persistent history, newest first.
struct StoreHistory {
  private let context: NSManagedObjectContext

  /// Opens the history of a store.
  ///
  /// - Returns: nil if the store keeps no history.
  init?(of store: ToolStore) {
    guard store.coordinator.currentPersistentHistoryToken(fromStores: nil) != nil else { return nil }
    context = store.newContext()
  }

  /// The number of transactions, with the dates of the first and the last.
  struct Span {
    let count: Int
    let first: Date?
    let last: Date?

    /// The span as text, as `history: 3 transactions, from … to …`.
    var text: String {
      let counted = "history: \(ListTotals.count(count, "transaction"))"
      guard let first, let last else { return counted }
      guard count > 1 else { return "\(counted), \(ValueText.text(of: last))" }
      return "\(counted), from \(ValueText.text(of: first)) to \(ValueText.text(of: last))"
    }

    var json: JSON {
      .object([
        ("transactions", .integer(count)), ("first", ValueText.json(first)), ("last", ValueText.json(last)),
      ])
    }
  }

  func span() throws -> Span {
    try context.performAndWait {
      let all = try transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?), .transactionsOnly)
      return Span(count: all.count, first: all.first?.timestamp, last: all.last?.timestamp)
    }
  }

  /// Visits the newest transactions and their changes, newest first.
  ///
  /// - Parameters:
  ///   - limit: the largest number of transactions; 0 for all.
  ///   - body: called with each transaction.
  func forEachTransaction(limit: Int, _ body: (NSPersistentHistoryTransaction) throws -> Void) throws {
    try context.performAndWait {
      // Fetch only after the limit, so that the changes of older transactions are not read.
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: try lastBefore(newest: limit))
      let newest = try transactions(request, .transactionsAndChanges).reversed()
      for transaction in limit > 0 ? Array(newest.prefix(limit)) : Array(newest) { try body(transaction) }
    }
  }

  /// Returns the newest transaction that is older than the newest `limit` ones; nil if there is none.
  private func lastBefore(newest limit: Int) throws -> NSPersistentHistoryTransaction? {
    guard limit > 0, let wanted = NSPersistentHistoryTransaction.fetchRequest else { return nil }
    wanted.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    wanted.fetchOffset = limit
    wanted.fetchLimit = 1
    return try transactions(.fetchHistory(withFetch: wanted), .transactionsOnly).first
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest, _ type: NSPersistentHistoryResultType
  ) throws -> [NSPersistentHistoryTransaction] {
    request.resultType = type
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }
}
