import CoreData
import Foundation

/// Saves each context of a parent chain as soon as its child has saved to it.
final class ChainSaver {
  private var tokens: [any NSObjectProtocol] = []

  /// Unchecked: the context is used only on its own queue.
  private struct Saver: @unchecked Sendable {
    unowned let context: NSManagedObjectContext

    func save() throws { try context.performAndWait { try context.save() } }
  }

  /// - Parameter chain: contexts, each the parent of the next.
  init(_ chain: [NSManagedObjectContext]) {
    for (upper, lower) in zip(chain, chain.dropFirst()) {
      let saver = Saver(context: upper)
      tokens.append(
        NotificationCenter.default.addObserver(
          forName: NSManagedObjectContext.didSaveObjectsNotification, object: lower, queue: nil
        ) { _ in
          do {
            try saver.save()
          } catch {
            fatalError("A context above another could not save what was saved to it: \(error)")
          }
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
