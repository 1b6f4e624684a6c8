import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@Suite("A destination is there completely or not at all")
struct MigrationManagerFailureTests {
  private static func migrate(_ path: String) throws {
    let old = FailingMigration.model(1)
    let manager = NSMigrationManager(sourceModel: old, destinationModel: FailingMigration.model(2))
    manager.usesStoreSpecificMigrationManager = false
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: old, destinationModel: manager.destinationModel)
    try manager.migrateStore(
      from: URL(fileURLWithPath: path), type: .sqlite, mapping: mapping, to: URL(fileURLWithPath: path + ".new"),
      type: .sqlite)
  }

  /// A process is killed at a random point, up to twenty times.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func aKilledProcess(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let store = try MigratingStore()
    try FailingMigration.fill(store, 500)
    let before = try store.contents(FailingMigration.model(1))
    let new = URL(fileURLWithPath: store.url.path + ".new")
    var complete = 0
    for _ in 0..<TestSeeds.rounds(20) {
      let path = store.url.path
      let delay = UInt64.random(in: 0..<300_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt64] in
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        try Self.migrate(path)
        while true { pause() }
      }
      #expect(try store.contents(FailingMigration.model(1)) == before, "seed \(seed)")
      guard FileManager.default.fileExists(atPath: new.path) else { continue }
      complete += 1
      #expect(
        try store.at(new).contents(FailingMigration.model(2)) == FailingMigration.expected(before), "seed \(seed)")
      #expect(try store.at(new).problems(FailingMigration.model(2)) == [], "seed \(seed)")
      try NSPersistentStoreCoordinator(managedObjectModel: FailingMigration.model(2)).destroyPersistentStore(
        at: new, type: .sqlite)
      try FileManager.default.removeItem(at: new)
    }
    print("seed \(seed): \(complete) of \(TestSeeds.rounds(20)) were complete before the process was killed")
  }

  /// No file may grow beyond a limit, as on a full disk.
  @Test(.startsProcesses, arguments: [20_000, 60_000, 120_000]) func aFullDisk(_ size: Int) async throws {
    let store = try MigratingStore()
    try FailingMigration.fill(store, 500)
    let before = try store.contents(FailingMigration.model(1))
    let path = store.url.path
    await #expect(processExitsWith: .success) { [path = path as String, size = size as Int] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      do {
        try Self.migrate(path)
        exit(1)
      } catch {
        exit(0)
      }
    }
    #expect(try store.contents(FailingMigration.model(1)) == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path)
    #expect(left.filter { $0.contains("new") } == [])
  }
}
