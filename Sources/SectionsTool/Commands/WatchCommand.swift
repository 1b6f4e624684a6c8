import CoreData
import Foundation
import SectionedFetchedResults

/// `sections watch`: follows what other processes write to a store, until interrupted or until nobody reads any more.
///
/// Batch 0 is the list as it is found; each later one is what one or more writes of others changed.
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

/// A store that is followed, and what was printed of it.
final class StoreWatch {
  private let session: ReplaySession
  private let writes: ForeignWrites
  private let report: BatchReport
  private let json: Bool
  private let output: Output
  /// The number of the next batch.
  private var batch = 1

  /// Opens the store and fetches the list.
  init(_ options: ListOptions, _ output: Output) async throws {
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let source = try ListSource(options, in: store)
    writes = try ForeignWrites(to: store.coordinator, of: source.watchedEntities)
    session = try await ReplaySession(source: source)
    report = BatchReport(session: session, json: options.json, output: output)
    json = options.json
    self.output = output
  }

  /// Prints the list as it is found.
  func begin() async throws {
    if json {
      try await report.print(batch: 0)
    } else {
      let (session, output) = (session, output)
      try await session.read { controller in
        let source = session.source
        let totals = try ListTotals(of: controller, source: source)
        try ListText(controller: controller, source: source, output: output).print(totals: totals)
      }
      try output.flush()
    }
  }

  /// Prints what others wrote since the last time.
  ///
  /// - Returns: whether they wrote anything.
  func look() async throws -> Bool {
    guard let changes = try writes.poll() else { return false }
    try await session.merge(changes)
    try await report.print(batch: batch)
    batch += 1
    return true
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
