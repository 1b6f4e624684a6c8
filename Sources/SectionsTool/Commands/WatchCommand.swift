import CoreData
import Foundation
import SectionedFetchedResults

/// `sections watch`: follows what other processes write to a store, until it is interrupted or its output is closed.
///
/// Batch 0 is the list as it is found; each later one is what one or more writes of other processes changed.
struct WatchCommand {
  let options: ListOptions

  func run(_ output: Output) async throws {
    let watch = try await StoreWatch(options, output)
    try await watch.begin()
    while output.isRead() {
      try await Task.sleep(for: .milliseconds(100))
      _ = try await watch.look()
    }
  }
}

extension ReplaySession {
  /// Merges what other processes wrote into the context.
  func merge(_ changes: [AnyHashable: Any]) async throws {
    let context = context
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    await settle()
  }
}
