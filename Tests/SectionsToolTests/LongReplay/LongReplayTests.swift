import CSQLite
import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Each list that a sample store's model allows, under a long script with every kind of edit.
///
/// Stores with a history are omitted, because they open only for reading.
@Suite("Long scripts on real stores", .opensStores, .enabled(if: SampleList.areThere, SampleList.reason))
struct LongReplayTests {
  @Test(arguments: TestSeeds.share(of: try SampleList.all()))
  func everyBatchLeavesWhatFreshFetchesGive(_ list: SampleList) async throws {
    for seed in TestSeeds.seeds(1, from: .random(in: 1...UInt64.max)) {
      print("long replay of \(list): SECTIONS_SEED=\(seed)")
      try await LongReplay(list, seed: seed).run()
    }
  }
}

/// A run of one script on one copy of a store.
private final class LongReplay {
  private let list: SampleList
  private let seed: UInt64
  private let folder = RunFolder()
  private static let batches = 15

  init(_ list: SampleList, seed: UInt64) {
    self.list = list
    self.seed = seed
  }

  func run() async throws {
    let store = try ToolStore.copy(list.store.path, model: nil, into: folder.make())
    var random = SeededRandom(seed: seed)
    let source = try ListSource(list.options(in: store, &random), in: store)
    let session = try await ReplaySession(source: source)
    try await session.read { $0.verifiesChanges = true }
    let writer = ScriptWriter(for: session, seed: random.next())
    var saves = 0
    for _ in 0..<Self.batches {
      // Small batches are frequent, because many edits seldom satisfy a strict model.
      let edits = 1 + random.below(random.oneIn(2) ? 2 : 12)
      if try await play(session, writer, edits: edits, then: nil) == .save { saves += 1 }
    }
    // Pending changes are saved or rolled back. Then single edits follow, because even the strictest model accepts one
    // of them.
    _ = try await play(session, writer, edits: 0, then: .save)
    for _ in 0..<60 where saves == 0 {
      if try await play(session, writer, edits: 1, then: .save) == .save { saves += 1 }
    }
    #expect(saves > 0, "\(list), SECTIONS_SEED=\(seed): no save came through")
    try await compareWithTheFile(session, store)
  }

  /// Plays a batch. If its save fails in validation, the batch is rolled back.
  private func play(
    _ session: ReplaySession, _ writer: ScriptWriter, edits: Int, then end: Script.End?
  ) async throws -> Script.End {
    var batch = try await session.context.perform { try writer.batch(edits: edits, then: end) }
    let number = writer.batches.count - 1
    do {
      do {
        try await session.play(batch)
      } catch let error as LocatedProblem where batch.then == .save && error.message.hasPrefix("The save failed") {
        // The context is in the state before the save.
        try await session.compareWithFreshFetches(batch: number)
        batch = try await session.context.perform { try writer.batch(edits: 0, then: .rollback) }
        try await session.play(batch)
      }
      try await session.compareWithFreshFetches(batch: number)
    } catch {
      let script = JSON.object([("batches", .array(writer.batches))]).text
      let options = session.source.options.arguments.joined(separator: " ")
      Issue.record("batch \(number), SECTIONS_SEED=\(seed): sections replay \(options) with the script\n\(script)")
      throw error
    }
    return batch.then
  }

  /// Compares the context with the file, which is opened again, and checks the file's integrity.
  private func compareWithTheFile(_ session: ReplaySession, _ store: ToolStore) async throws {
    let shown = try await session.context.perform { try StoreContents.lines(session.context) }
    let file = try #require(store.coordinator.persistentStores.first)
    let url = try #require(file.url)
    try store.coordinator.remove(file)
    let anew = try ToolStore.open(url.path, model: nil, access: .readOnly)
    let context = anew.newContext()
    let stored = try await context.perform { try StoreContents.lines(context) }
    for (shown, stored) in zip(shown, stored) where shown != stored {
      Issue.record("\(list), SECTIONS_SEED=\(seed): the file has\n\(stored)\nthe context\n\(shown)")
      break
    }
    #expect(shown.count == stored.count, "\(list), SECTIONS_SEED=\(seed)")
    try anew.coordinator.remove(try #require(anew.coordinator.persistentStores.first))
    #expect(try RawDatabase(url.path).texts("PRAGMA integrity_check") == ["ok"], "\(list), SECTIONS_SEED=\(seed)")
  }
}
