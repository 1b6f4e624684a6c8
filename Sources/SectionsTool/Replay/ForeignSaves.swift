import CoreData
import Foundation

/// The saves of other contexts and processes, as a store's history names them.
struct ForeignSaves {
  /// The history's end when the session began.
  private let start: NSPersistentHistoryToken?
  /// The name of the session's own contexts in the history.
  private let name = "sections \(UUID().uuidString)"

  init(_ store: ToolStore) { start = store.coordinator.currentPersistentHistoryToken(fromStores: nil) }

  /// Marks a context as one of the session's own, if it has no name yet.
  func mark(_ context: NSManagedObjectContext) {
    context.performAndWait { if context.name == nil { context.name = name } }
  }

  /// Whether another context or process has saved since the session began; false where the store keeps no history.
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
