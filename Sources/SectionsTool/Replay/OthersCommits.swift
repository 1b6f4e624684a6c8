import CoreData
import Foundation

/// Tells by a store's history whether somebody else has saved to it meanwhile.
struct OthersCommits {
  private let start: NSPersistentHistoryToken?
  /// What own contexts are called in the history.
  private let name = "sections \(UUID().uuidString)"

  init(_ store: ToolStore) { start = store.coordinator.currentPersistentHistoryToken(fromStores: nil) }

  /// Has the saves of a context count as own ones.
  func mark(_ context: NSManagedObjectContext) {
    context.performAndWait { if context.name == nil { context.name = name } }
  }

  /// Whether there is a save of somebody else's; false where the store keeps no history.
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
