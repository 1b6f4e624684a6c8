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

/// A store that is followed, and what was printed of it.
///
/// Its context merges by itself what other processes write, as any program's does that asks for it.
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
    // Before the first fetch, so that nothing is written in between.
    let context = store.newContext()
    merges = MergedWrites(of: context, source.watchedEntities)
    context.automaticallyMergesChangesFromParent = true
    session = try await ReplaySession(source: source, in: context)
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
        try ListText(controller: controller, source: source, output: output).print(
          totals: totals, end: totals.explained)
      }
      try output.flush()
    }
  }

  /// Prints what other processes wrote and the context has merged since the last call.
  ///
  /// - Returns: whether it has merged anything.
  /// - Throws: an error when the file is gone or another stands in its place: nothing would ever be written to it.
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
  /// The entities whose rows decide what the list shows: the items' and every one along the paths of the options. What
  /// a predicate may look at is not known, so that with one all are.
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
