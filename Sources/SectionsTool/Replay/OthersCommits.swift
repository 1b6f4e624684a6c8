import CoreData
import Foundation

/// Finds out by a store's history whether another context or process has saved to it meanwhile.
struct OthersCommits {
  private let start: NSPersistentHistoryToken?
  /// The name that own contexts have in the history.
  private let name = "sections \(UUID().uuidString)"

  init(_ store: ToolStore) { start = store.coordinator.currentPersistentHistoryToken(fromStores: nil) }

  /// Has the saves of a context count as own ones, if it has no name yet.
  func mark(_ context: NSManagedObjectContext) {
    context.performAndWait { if context.name == nil { context.name = name } }
  }

  /// Whether another context or process has saved; false where the store keeps no history.
  ///
  /// - Throws: the store's error.
  func areThere(for context: NSManagedObjectContext) throws -> Bool {
    guard let start else { return false }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
    request.resultType = .transactionsOnly
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    return transactions.contains { $0.contextName != name }
  }
}
