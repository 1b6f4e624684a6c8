import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("Histories in files")
struct HistoryFileTests {
  @Test("A save that fails at any statement leaves no trace in the history")
  func failures() throws {
    let stack = try HistoryStack()
    try stack.saving { try $0.insert("Track", ["title": "a", "code": "a"]) }
    let before = try stack.trace()
    let store = try #require(stack.store.rows as? SQLiteStore)
    var failures = 0
    for place in 0..<200 {
      var left = place
      store.writer.setWillWrite { _ in
        left -= 1
        if left < 0 { throw SQLiteError(code: 10, message: "the test asked for it") }
      }
      defer { store.writer.setWillWrite(nil) }
      let context = stack.newContext(author: "new")
      let saved = context.performAndWait { () -> Bool in
        do {
          for track in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) { context.delete(track) }
          try context.insert("Tag", ["name": "b"])
          try context.save()
          return true
        } catch { return false }
      }
      if saved { break }
      failures += 1
      #expect(try stack.trace() == before)
    }
    #expect(failures > 8)
    #expect(try stack.trace().count == before.count + 2)
  }

  /// A process is killed at a random point of a save, up to twenty times. Each tag that it saved must have its
  /// transaction.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func aKilledProcessLeavesWholeTransactions(
    _ seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file().path
    for _ in 0..<TestSeeds.rounds(20) {
      let delay = UInt64.random(in: 0..<30_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt64] in
        let stack = try HistoryStack(at: URL(fileURLWithPath: path))
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        while true { try stack.saving { try $0.insert("Tag", ["name": "a"]) } }
      }
      let stack = try HistoryStack(at: folder.file())
      let context = stack.newContext()
      let tags = try context.performAndWait {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))
      }
      #expect(try stack.trace() == (0..<tags).map { "\($0 + 1) - insert Tag\($0 + 1) [] []" })
    }
  }

  @Test(
    "A store that Apple wrote with a history goes on with it", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func sample() throws {
    let sample = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel2_V2.sqlite" })
    let folder = try TemporaryFolder()
    let url = try folder.copy(sample)
    let handle = try StoreHandle(sample: url)
    #expect(!handle.store.isReadOnly)
    let old = try handle.store.history(after: nil, withChanges: true)
    #expect(old.map(\.number) == [1])
    #expect(old.first?.origin == HistoryOrigin(bundleID: "com.apple.dt.xctest.tool", processID: "xctest"))
    #expect(old.first?.changes.count == 126)
    let changes = StoreChanges(inserted: [try handle.newUnique("Writer", 1)], origin: HistoryOrigin(author: "Ada"))
    let row = try #require(try handle.store.save(changes).inserted.first)
    let new = try handle.store.history(after: .number(1), withChanges: true)
    #expect(new.map(\.number) == [2])
    #expect(new.first?.origin == HistoryOrigin(author: "Ada"))
    #expect(new.first?.changes.map(\.number) == [127])
    #expect(new.first?.changes.map(\.key) == [row.key])
    handle.store.close()
    let database = try SampleDatabase(url.path)
    defer { database.close() }
    #expect(
      try database.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
        == [[.integer(127)], [.integer(2)], [.integer(3)]])
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test("A new store's history is in Apple's tables", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func schema() throws {
    let sample = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel2_V2.sqlite" })
    let stack = try HistoryStack()
    func tables(_ url: URL) throws -> [String] {
      let database = try SampleDatabase(url.path)
      defer { database.close() }
      let sql = "SELECT sql FROM sqlite_master WHERE tbl_name GLOB 'A*' AND sql IS NOT NULL ORDER BY name"
      return try database.rows(sql).compactMap { $0[0].text?.replacing(/, ZTOMBSTONE\d+ BLOB/, with: "") }
    }
    let folder = try TemporaryFolder()
    let apples = try tables(folder.copy(sample))
    #expect(apples.count == 11)
    #expect(try tables(#require(stack.store.url)) == apples)
  }
}
