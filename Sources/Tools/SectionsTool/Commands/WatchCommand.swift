import CoreData
import Foundation
import SectionedFetchedResults

/// `sections watch`: follows the writes of other processes to a store, until it is interrupted or its output is closed.
///
/// Batch 0 is the list at the start. Each later batch has the changes of one or more writes of other processes.
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

/// Follows a store and prints the changes of its list.
///
/// The context merges the writes of other processes itself, because `automaticallyMergesChangesFromParent` is true.
final class StoreWatch {
  private let session: ReplaySession
  private let merges: MergedWrites
  private let report: BatchReport
  private let json: Bool
  private let output: Output
  private let file: WatchedFile?
  /// The number of the next batch.
  private var batch = 1

  /// Opens the store and fetches the list.
  init(_ options: ListOptions, _ output: Output) async throws {
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let source = try ListSource(options, in: store)
    file = WatchedFile(options.store)
    // Observe merges before the first fetch, so that no write in between is missed.
    let context = store.newContext()
    merges = MergedWrites(of: context, source.watchedEntities)
    context.automaticallyMergesChangesFromParent = true
    session = try await ReplaySession(source: source, in: context)
    report = BatchReport(session: session, json: options.json, output: output)
    json = options.json
    self.output = output
  }

  /// Prints the list at the start.
  func begin() async throws {
    if json {
      try await report.print(batch: 0)
    } else {
      let (session, output) = (session, output)
      try await session.read { controller in
        let source = session.source
        let totals = try ListTotals(of: controller, source: source)
        try ListText(controller: controller, source: source, output: output).print(
          totals: totals, end: totals.explained)
      }
      try output.flush()
    }
  }

  /// Prints the changes of other processes that the context has merged since the last call.
  ///
  /// - Returns: whether the context has merged any changes.
  /// - Throws: an error if the file was deleted or replaced, because no process would write to it any more.
  func look() async throws -> Bool {
    try file?.check()
    guard merges.take() else { return false }
    await session.settle()
    try await report.print(batch: batch)
    batch += 1
    return true
  }
}

extension ListSource {
  /// The entities whose changes can affect the list: the items' entity, and each entity along the key paths of the
  /// options. With a predicate, all entities, because a predicate may read any of them.
  var watchedEntities: [NSEntityDescription] {
    let hasCount = options.aggregates.contains { $0.function == .count }
    if options.itemPredicate != nil || options.sectionPredicate != nil || hasCount { return store.model.entities }
    let ofItems = [path.text] + options.sort.map(\.key) + options.depends + (options.show ?? [])
    let ofSections = options.sectionSort.map(\.key) + options.sectionDepends + (options.sectionShow ?? [])
    return [items] + ofItems.flatMap { Self.entities(along: $0, from: items) }
      + ofSections.flatMap { Self.entities(along: $0, from: path.sectionEntity) }
  }

  private static func entities(along path: String, from entity: NSEntityDescription) -> [NSEntityDescription] {
    var entities: [NSEntityDescription] = []
    var last: NSEntityDescription? = entity
    for step in path.split(separator: ".").map(String.init) {
      last = last?.relationshipsByName[step]?.destinationEntity
      guard let last else { break }
      entities.append(last)
    }
    return entities
  }
}
