import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("A store is read in place, whatever another process does with it")
struct ReadingInPlaceTests {
  private func newStore(_ folder: TemporaryFolder, words: [String]) throws -> URL {
    let handle = try StoreHandle(folder.file(), Library.model())
    try handle.insert(try words.enumerated().map { try handle.new("Tag", Int64($0 + 1), ["word": .string($1)]) })
    handle.store.close()
    #expect(folder.contents == ["Store.sqlite"])
    return folder.file()
  }

  /// A store that was closed is one file, and must stay one when it is only read.
  @Test func aStoreWithoutALogIsReadWithoutMakingOne() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    let handle = try StoreHandle(url, Library.model())
    #expect(try handle.values("word", of: "Tag") == ["a"])
    #expect(folder.contents == ["Store.sqlite"])
    handle.store.close()
    #expect(folder.contents == ["Store.sqlite"])
  }

  /// The next read transaction must see what another store of the same file saved, whether that is still in the WAL or
  /// was checkpointed.
  @Test func whatAnotherStoreSavesIsSeenInTheNextBurst() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    let reader = try StoreHandle(url, Library.model())
    #expect(try reader.values("word", of: "Tag") == ["a"])
    let version = try reader.store.externalVersion()
    let writer = try StoreHandle(url, Library.model())
    try writer.insert([try writer.new("Tag", 1, ["word": .string("b")])])
    reader.store.endReadTransaction()
    #expect(try reader.values("word", of: "Tag") == ["a", "b"])
    let second = try reader.store.externalVersion()
    #expect(second > version)
    #expect(try reader.store.externalVersion() == second)
    try writer.insert([try writer.new("Tag", 1, ["word": .string("c")])])
    writer.store.close()
    reader.store.endReadTransaction()
    #expect(try reader.values("word", of: "Tag") == ["a", "b", "c"])
    #expect(try reader.store.externalVersion() > second)
    // This store's own save does not count as external, and is seen at once.
    try reader.insert([try reader.new("Tag", 1, ["word": .string("d")])])
    let own = try reader.store.externalVersion()
    try reader.insert([try reader.new("Tag", 1, ["word": .string("e")])])
    #expect(try reader.store.externalVersion() == own)
    #expect(try reader.values("word", of: "Tag") == ["a", "b", "c", "d", "e"])
    let third = try StoreHandle(url, Library.model())
    try third.insert([try third.new("Tag", 1, ["word": .string("f")])])
    #expect(try reader.store.externalVersion() > own)
  }

  /// Written against a state of the file that is not remembered: every look would count the same write again.
  @Test(arguments: TestSeeds.seeds(6)) func aLookCountsWhatAnotherStoreWroteSinceTheLastOne(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    let (handle, other) = (try StoreHandle(url, Library.model()), try StoreHandle(url, Library.model()))
    // A store that has saved looks with its writing connection, another one with those that read.
    let saves = seed.isMultiple(of: 2)
    if saves { try handle.insert([try handle.new("Tag", 1)]) }
    var version = try handle.store.externalVersion()
    var hasOthers = false
    for step in 0..<40 {
      switch random.below(4) {
      case 0: if saves { try handle.insert([try handle.new("Tag", 1)]) }
      case 1:
        try other.insert([try other.new("Tag", 1)])
        hasOthers = true
      default:
        let next = try handle.store.externalVersion()
        #expect(hasOthers ? next > version : next == version, "seed \(seed), step \(step)")
        (version, hasOthers) = (next, false)
      }
    }
  }

  /// This store's first save opens its writing connection. A save of another store right after it must be noticed, too.
  @Test func whatFollowsTheFirstSaveIsNoticed() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    let handle = try StoreHandle(url, Library.model())
    let version = try handle.store.externalVersion()
    try handle.insert([try handle.new("Tag", 1)])
    let other = try StoreHandle(url, Library.model())
    try other.insert([try other.new("Tag", 1)])
    #expect(try handle.store.externalVersion() > version)
  }

  /// The file is read without locks, and another process checkpoints the WAL into it in the middle of a read
  /// transaction. The read must give the old state or the new one, and the next read the new one.
  @Test func aFileThatChangesUnderAnImmutableReadingIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: (0..<500).map { "word \($0)" })
    let reader = try StoreHandle(url, Library.model())
    #expect(try reader.all("Tag").count == 500)
    let database = try SampleDatabase(url.path)
    try database.execute(
      "UPDATE ZTAG SET ZWORD = 'new'; DELETE FROM ZTAG WHERE Z_PK > 100; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try reader.values("word", of: "Tag") == Array(repeating: "new", count: 100))
    database.close()
    #expect(try reader.values("word", of: "Tag") == Array(repeating: "new", count: 100))
  }

  /// All rows are only in the WAL, and the folder is read-only. So a copy is read, and nothing is left behind.
  @Test func aLogInAFolderThatMayNotBeWritten() throws {
    let folder = try TemporaryFolder()
    let writer = try StoreHandle(folder.file(), Library.model())
    try writer.insert([try writer.new("Tag", 1, ["word": .string("logged")])])
    let other = try TemporaryFolder()
    let url = try other.copy(folder.file())
    writer.store.close()
    let files = ["", "-wal"].map { URL(fileURLWithPath: url.path + $0) }
    let before = try files.map { try Data(contentsOf: $0) }
    chmod(other.url.path, 0o555)
    let reader = try StoreHandle(url, Library.model())
    #expect(try reader.values("word", of: "Tag") == ["logged"])
    let copies = { try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path) }
    let names = try copies().filter { $0.hasPrefix("store-") }
    #expect(!names.isEmpty)
    let error = try #require(throws: NSError.self) { try reader.insert([try reader.new("Tag", 2)]) }
    #expect(error.code == CocoaError.fileWriteNoPermission.rawValue)
    reader.store.close()
    #expect(try files.map { try Data(contentsOf: $0) } == before)
    #expect(other.contents == ["Store.sqlite", "Store.sqlite-wal"])
  }

  /// A backup of a store that was open. No process has the backup open, so that an index of the WAL would be another
  /// file.
  @Test(arguments: [true, false]) func aLogWithoutAnIndexIsReadWithoutMakingOne(readOnly: Bool) throws {
    let folder = try TemporaryFolder()
    let writer = try StoreHandle(folder.file(), Library.model())
    try writer.insert([try writer.new("Tag", 1, ["word": .string("logged")])])
    let backup = try TemporaryFolder()
    let url = try backup.copy(folder.file())
    writer.store.close()
    let files = ["", "-wal"].map { URL(fileURLWithPath: url.path + $0) }
    let before = try files.map { try Data(contentsOf: $0) }
    #expect(before[1].count > 0 && backup.contents == ["Store.sqlite", "Store.sqlite-wal"])
    let reader = try StoreHandle(url, Library.model(), readOnly: readOnly)
    #expect(try reader.values("word", of: "Tag") == ["logged"])
    if readOnly {
      // A second reader makes no index, either.
      let second = try StoreHandle(url, Library.model(), readOnly: true)
      #expect(try second.values("word", of: "Tag") == ["logged"])
      #expect(backup.contents == ["Store.sqlite", "Store.sqlite-wal"])
    }
    #expect(try files.map { try Data(contentsOf: $0) } == before)
    // When another process opens it and saves, this store must see that.
    let other = try StoreHandle(url, Library.model())
    try other.insert([try other.new("Tag", 2, ["word": .string("other")])])
    reader.store.endReadTransaction()
    #expect(try reader.values("word", of: "Tag") == ["logged", "other"])
    guard !readOnly else { return }
    try reader.insert([try reader.new("Tag", 3, ["word": .string("own")])])
    #expect(try reader.values("word", of: "Tag") == ["logged", "other", "own"])
  }

  @Test func aLogWithoutAnythingInItIsReadWithoutMakingAnIndex() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    try Data().write(to: URL(fileURLWithPath: url.path + "-wal"))
    let reader = try StoreHandle(url, Library.model(), readOnly: true)
    #expect(try reader.values("word", of: "Tag") == ["a"])
    #expect(folder.contents == ["Store.sqlite", "Store.sqlite-wal"])
  }

  /// The metadata, the model and the rows are read one after the other.
  @Test func oneCopyIsEnoughWhileItIsInUse() throws {
    let folder = try TemporaryFolder()
    let writer = try StoreHandle(folder.file(), Library.model())
    try writer.insert([try writer.new("Tag", 1, ["word": .string("logged")])])
    let backup = try TemporaryFolder()
    let file = try StoreFile(try backup.copy(folder.file()))
    writer.store.close()
    let first = try TemporaryCopy.shared(of: file)
    #expect(try TemporaryCopy.shared(of: file) === first)
    try Data([1]).write(to: URL(fileURLWithPath: file.log))
    let second = try TemporaryCopy.shared(of: file)
    #expect(second !== first)
    #expect(try TemporaryCopy.shared(of: file) === second)
  }

  /// Runs in a process of its own, because all tests of a process share the environment.
  @Test(.startsProcesses) func aTemporaryFolderIsMadeOrNamed() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("Store.sqlite", "what is copied")
    await #expect(processExitsWith: .success) { [path = folder.url.path as String, file = file as String] in
      setenv("TMPDIR", path + "/new/tmp", 1)
      let copy = try TemporaryCopy(of: StoreFile(path: file))
      #expect(copy.file.path.hasPrefix(path + "/new/tmp/store-copy-"))
      #expect(try String(contentsOfFile: copy.file.path, encoding: .utf8) == "what is copied")
      setenv("TMPDIR", file, 1)
      let error = #expect(throws: NSError.self) { try TemporaryCopy(of: StoreFile(path: file)) }
      #expect(error?.localizedDescription.contains(": \(file)/store-copy-") == true)
      #expect(error?.localizedDescription.hasSuffix(": Not a directory.") == true)
    }
  }

  /// A store without a WAL has an incomplete transaction. Opening the file itself would undo that in the file.
  @Test func aCutOffTransactionIsUndoneInACopy() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: (0..<2000).map { "word \($0)" })
    let database = try SampleDatabase(url.path)
    try database.execute(
      "PRAGMA journal_mode=DELETE; PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; UPDATE ZTAG SET ZWORD = 'half'")
    let cut = try TemporaryFolder()
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: cut.file().path + suffix)
    }
    database.close()
    let files = ["", "-journal"].map { URL(fileURLWithPath: cut.file().path + $0) }
    let before = try files.map { try Data(contentsOf: $0) }
    let reader = try StoreHandle(cut.file(), Library.model(), readOnly: true)
    #expect(try reader.values("word", of: "Tag") == (0..<2000).map { "word \($0)" })
    reader.store.close()
    #expect(try files.map { try Data(contentsOf: $0) } == before)
  }

  /// Without a WAL, a reader's transaction would prevent the commit.
  @Test func aStoreWithoutALogIsSavedWhileItIsRead() throws {
    let folder = try TemporaryFolder()
    let url = try newStore(folder, words: ["a"])
    let database = try SampleDatabase(url.path)
    try database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    let handle = try StoreHandle(url, Library.model(), timeout: 0)
    #expect(try handle.all("Tag").count == 1)
    try handle.insert([try handle.new("Tag", 2, ["word": .string("b")])])
    #expect(try handle.values("word", of: "Tag") == ["a", "b"])
    try handle.insert([try handle.new("Tag", 3, ["word": .string("c")])])
    #expect(try handle.values("word", of: "Tag") == ["a", "b", "c"])
    handle.store.close()
    #expect(folder.contents == ["Store.sqlite"])
  }

  /// A read transaction shows one state until it ends. A save of this store ends it.
  @Test func aBurstShowsOneState() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let other = try StoreHandle(folder.file(), Library.model())
    #expect(try handle.all("Tag").isEmpty)
    try other.insert([try other.new("Tag", 1)])
    #expect(try handle.all("Tag").isEmpty)
    handle.store.endReadTransaction()
    #expect(try handle.all("Tag").count == 1)
    try other.insert([try other.new("Tag", 2)])
    try handle.insert([try handle.new("Tag", 3)])
    #expect(try handle.all("Tag").map(\.key.primaryKey) == [1, 2, 3])
  }

  /// Four threads read while one saves. Each read must see only complete saves.
  @Test func manyThreadsReadWhileOneSaves() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let store = handle.store
    let query = RowQuery(entity: try handle.entity("Tag"))
    let rows = try (1...300).map { try handle.new("Tag", $0) }
    let wrong = Protected<[Int]>([])
    let failures = Protected<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      do {
        for round in 0..<60 {
          if thread == 0 {
            _ = try store.save(StoreChanges(inserted: Array(rows[round * 5..<round * 5 + 5])))
          } else {
            let count = try store.keys(matching: query, groupedBy: nil).keys.count
            if count % 5 != 0 { wrong.withLock { $0.append(count) } }
            if round % 3 == 0 { store.endReadTransaction() }
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(failures.withLock { $0 } == [])
    #expect(try handle.all("Tag").count == 300)
  }
}
