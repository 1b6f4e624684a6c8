import CoreData
import Foundation

/// Has each context of a chain save what the one below it has saved to it.
final class ChainSaver {
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameter chain: contexts, each the parent of the next.
  init(_ chain: [NSManagedObjectContext]) {
    for (upper, lower) in zip(chain, chain.dropFirst()) {
      tokens.append(
        NotificationCenter.default.addObserver(
          forName: NSManagedObjectContext.didSaveObjectsNotification, object: lower, queue: nil
        ) { [unowned upper] _ in
          do {
            try upper.performAndWait { try upper.save() }
          } catch {
            fatalError("A context above another could not save what was saved to it: \(error)")
          }
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
