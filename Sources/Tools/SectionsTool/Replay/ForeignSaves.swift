import CoreData
import Foundation

/// Detects saves of other contexts and processes in a store's persistent history.
struct ForeignSaves {
  /// The end of the history when the session began; nil if the store keeps no history.
  private let start: NSPersistentHistoryToken?
  /// The context name by which the history identifies the session's own contexts.
  private let name = "sections \(UUID().uuidString)"

  init(_ store: ToolStore) { start = store.coordinator.currentPersistentHistoryToken(fromStores: nil) }

  /// Gives a context the session's name, if it has no name yet.
  func mark(_ context: NSManagedObjectContext) {
    context.performAndWait { if context.name == nil { context.name = name } }
  }

  /// Whether another context or process has saved since the session began; false if the store keeps no history.
  ///
  /// - Throws: the store's error.
  func exist(readBy context: NSManagedObjectContext) throws -> Bool {
    guard let start else { return false }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
    request.resultType = .transactionsOnly
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    return transactions.contains { $0.contextName != name }
  }
}
