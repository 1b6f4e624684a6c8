import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("Other processes")
struct SQLiteProcessTests {
  /// A process is killed at a random point of a save, up to fifty times. The store must be as before or as after that
  /// save. The first process saves once before its time begins, however slow the machine is.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func aKilledProcessLeavesWholeSaves(
    _ seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let ledger = try Ledger(folder.file())
    try ledger.begin()
    ledger.handle.store.close()
    var last: Int64 = 0
    for turn in 0..<TestSeeds.rounds(50) {
      let path = folder.file().path
      // The time ends between the first statement of the first save and about the twentieth save.
      let delay = UInt64.random(in: 0..<20_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt64, turn = turn as Int] in
        let ledger = try Ledger(URL(fileURLWithPath: path))
        if turn == 0 { try ledger.saveNext(entries: Ledger.entriesInASave) }
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        while true { try ledger.saveNext(entries: Ledger.entriesInASave) }
      }
      let after = try Ledger(folder.file())
      let (counter, entries) = try after.contents()
      #expect(counter >= last)
      #expect(entries.count == Int(counter))
      #expect(entries.values.allSatisfy { $0 == Ledger.entriesInASave })
      last = counter
      after.handle.store.close()
      let database = try SampleDatabase(path)
      #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
      database.close()
    }
    #expect(last > 0)
  }

  /// Two processes save five hundred times each, to a common row and to rows of their own. No save may be lost.
  @Test(.startsProcesses) func twoProcessesSaveAtOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    let ledger = try Ledger(folder.file())
    try ledger.begin()
    let child = Task {
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        let ledger = try Ledger(URL(fileURLWithPath: path))
        for _ in 0..<500 { try ledger.saveNext(entries: 1) }
        ledger.handle.store.close()
      }
    }
    for _ in 0..<500 { try ledger.saveNext(entries: 1) }
    await child.value
    let (counter, entries) = try ledger.contents()
    #expect(counter == 1000)
    #expect(entries == Dictionary(uniqueKeysWithValues: (1...1000).map { (Int64($0), 1) }))
    #expect(try ledger.handle.all("Entry").map(\.key.primaryKey) == Array(1...1000))
    ledger.handle.store.close()
    let database = try SampleDatabase(path)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    database.close()
  }

  /// Two processes create the same store at once. One of them creates it, and the other one opens it.
  @Test(.startsProcesses) func twoProcessesCreateAtOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    let child = Task {
      _ = await #expect(processExitsWith: .success) { [path = path as String] in
        let handle = try StoreHandle(URL(fileURLWithPath: path), Library.model())
        try handle.insert([try handle.new("Tag", 1)])
        handle.store.close()
      }
    }
    let handle = try StoreHandle(folder.file(), Library.model())
    try handle.insert([try handle.new("Tag", 1)])
    await child.value
    handle.store.endReadTransaction()
    #expect(try handle.all("Tag").map(\.key.primaryKey) == [1, 2])
  }
}
