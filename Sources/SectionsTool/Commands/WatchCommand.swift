import CoreData
import Dispatch
import Foundation
import SectionedFetchedResults

/// `sections watch`: follows what other processes write to a store, until interrupted.
///
/// Batch 0 is the list as it is found; each later one is what one or more writes of others changed.
struct WatchCommand {
  let options: ListOptions

  func run() async throws {
    endOnInterruption()
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let source = try ListSource(options, in: store)
    let writes = try ForeignWrites(to: store.coordinator, of: source.watchedEntities)
    let session = try await ReplaySession(source: source)
    let report = BatchReport(session: session, json: options.json)
    try await report.print(batch: 0)
    var batch = 1
    while true {
      try await Task.sleep(for: .milliseconds(100))
      guard let changes = try writes.poll() else { continue }
      try await session.merge(changes)
      try await report.print(batch: batch)
      batch += 1
    }
  }

  /// An interrupted watch has done what it was asked for.
  private func endOnInterruption() {
    for number in [SIGINT, SIGTERM] {
      signal(number, { _ in _exit(0) })
    }
  }
}

extension ListSource {
  /// The entities whose rows decide what the list shows: the items', and every one along the grouping path.
  var watchedEntities: [NSEntityDescription] {
    var entities = [items]
    for step in path.text.split(separator: ".").map(String.init) {
      guard let next = entities.last?.relationshipsByName[step]?.destinationEntity else { break }
      entities.append(next)
    }
    return entities
  }
}

extension ReplaySession {
  /// Merges what others wrote into the context.
  func merge(_ changes: [AnyHashable: Any]) async throws {
    let context = context
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    await settle()
  }
}
