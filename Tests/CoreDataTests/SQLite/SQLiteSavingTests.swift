import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A save writes all of it or nothing")
struct SQLiteSavingTests {
  @Test func versionsCountTheSaves() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let row = try #require(try handle.insert([try handle.new("Tag", 1, ["word": .string("a")])]).first)
    #expect(row.version == 1)
    let changes = StoreChanges(updated: [try handle.update(row, ["word": .string("b")])])
    let updated = try #require(try handle.store.save(changes).updated.first)
    #expect(updated.version == 2)
    #expect(try handle.store.row(for: row.key)?.version == 2)
    #expect(try handle.values("word", of: "Tag") == ["b"])
  }

  /// Another store saved one row and deleted another one. The error names both with what is stored now, and nothing is
  /// written.
  @Test func conflictsAreFoundBeforeAnythingIsWritten() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let rows = try handle.insert(try (1...3).map { try handle.new("Tag", $0, ["word": .string("\($0)")]) })
    let other = try StoreHandle(folder.file(), Library.model())
    _ = try other.store.save(
      StoreChanges(
        updated: [try other.update(rows[0], ["word": .string("theirs")])],
        deleted: [.init(key: rows[1].key, version: 1)]
      )
    )
    let changes = StoreChanges(
      inserted: [try handle.new("Tag", 9)],
      updated: try rows[...1].map { try handle.update($0, ["word": .string("mine")]) },
      deleted: [.init(key: rows[2].key, version: 1)]
    )
    let conflicts = try #require(throws: SaveConflicts.self) { try handle.store.save(changes) }.conflicts
    #expect(conflicts.map(\.key) == [rows[0].key, rows[1].key])
    #expect(conflicts.map(\.seenVersion) == [1, 1])
    #expect(conflicts[0].stored?.version == 2)
    #expect(conflicts[0].stored?[try handle.slot("word", of: "Tag")].text == "theirs")
    #expect(conflicts[1].stored == nil)
    handle.store.endReadTransaction()
    #expect(try handle.values("word", of: "Tag") == ["theirs", "3"])
  }

  /// A saver often has just read, and its read transaction is still open. That must not prevent checkpoints of the WAL,
  /// or each save would make it longer.
  @Test func theLogBeginsAnewAlthoughTheSaverIsReading() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    var rows = try handle.insert([try handle.new("Thing", 1)])
    for number in 1...40 {
      #expect(try handle.all("Thing").count == 1)
      let data = Data(repeating: UInt8(number), count: 400_000)
      let update = try handle.update(try #require(rows.first), ["binary": .data(data)])
      rows = try handle.store.save(StoreChanges(updated: [update])).updated
    }
    // All saves together have 16 MB. A checkpoint comes after a thousand pages of 4 KB.
    let log = try FileManager.default.attributesOfItem(atPath: folder.file().path + "-wal")
    #expect(try #require(log[.size] as? Int) < 6_000_000)
  }

  @Test func keysFollowWhateverIsThere() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let first = try handle.insert([try handle.new("Tag", 1), try handle.new("Tag", 2)])
    _ = try handle.store.save(StoreChanges(deleted: [.init(key: first[1].key, version: 1)]))
    // The key of a deleted row is not used again.
    #expect(try handle.insert([try handle.new("Tag", 3)]).map(\.key.primaryKey) == [3])
    #expect(
      try handle.store.allocateKeys(for: [try handle.entity("Tag"), try handle.entity("Tag")]).map(\.primaryKey) == [
        4, 5,
      ])
    #expect(try handle.insert([try handle.new("Tag", 4)]).map(\.key.primaryKey) == [6])
    handle.store.close()
    // The counter is lower than the greatest key, as in a file that was made by hand.
    let database = try SampleDatabase(folder.file().path)
    try database.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = -1 WHERE Z_NAME = 'Tag'; UPDATE ZTAG SET Z_PK = 40 WHERE Z_PK = 6")
    database.close()
    let reopened = try StoreHandle(folder.file(), Library.model())
    #expect(try reopened.insert([try reopened.new("Tag", 5)]).map(\.key.primaryKey) == [41])
    reopened.store.close()
    let spent = try SampleDatabase(folder.file().path)
    try spent.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max) WHERE Z_NAME = 'Tag'")
    spent.close()
    let last = try StoreHandle(folder.file(), Library.model())
    let error = try #require(throws: NSError.self) { try last.insert([try last.new("Tag", 6)]) }
    #expect(error.localizedDescription == "The store has no primary keys left for Tag.")
  }

  /// Its version cannot be incremented, so the save writes nothing.
  @Test func aRowOfTheLastVersionIsRefused() throws {
    let folder = try TemporaryFolder()
    let first = try StoreHandle(folder.file(), Library.model())
    let tag = try #require(try first.insert([try first.new("Tag", 1, ["word": .string("a")])]).first)
    first.store.close()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("UPDATE ZTAG SET Z_OPT = \(Int64.max)")
    database.close()
    let handle = try StoreHandle(folder.file(), Library.model())
    let row = try #require(try handle.store.row(for: tag.key))
    #expect(row.version == .max)
    let changes = StoreChanges(
      inserted: [try handle.new("Tag", 2, ["word": .string("b")])],
      updated: [try handle.update(row, ["word": .string("c")])])
    let error = try #require(throws: NSError.self) { try handle.store.save(changes) }
    #expect(error.code == NSPersistentStoreSaveError)
    #expect(error.localizedDescription == "An object of Tag cannot be saved once more.")
    handle.store.endReadTransaction()
    #expect(try handle.values("word", of: "Tag") == ["a"])
  }

  @Test func twoObjectsWithTheSameUniqueValueAreRefused() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let rows = try handle.insert(try (1...2).map { try handle.new("Album", $0, ["barcode": .string("b\($0)")]) })
    let error = try #require(throws: NSError.self) {
      try handle.insert([try handle.new("Tag", 8), try handle.new("Album", 9, ["barcode": .string("b1")])])
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect(error.localizedDescription == "Two objects of Album have the same barcode.")
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSSQLiteErrorDomain)
    #expect(try handle.all("Tag").isEmpty)
    // Two objects swap their values, and a new object takes the value of a deleted one.
    let swap = StoreChanges(
      updated: [
        try handle.update(rows[0], ["barcode": .string("b2")]), try handle.update(rows[1], ["barcode": .string("b1")]),
      ]
    )
    let swapped = try handle.store.save(swap).updated
    #expect(try handle.values("barcode", of: "Album") == ["b2", "b1"])
    _ = try handle.store.save(
      StoreChanges(
        inserted: [try handle.new("Album", 10, ["barcode": .string("b1")])],
        deleted: [.init(key: swapped[1].key, version: 2)]
      )
    )
    #expect(try handle.values("barcode", of: "Album") == ["b2", "b1"])
  }

  /// Each statement of a save with all kinds of changes fails once. The store must be as before each time, and then the
  /// same save succeeds.
  @Test func aFailureAtAnyStatementLeavesTheStoreAsItWas() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), FailingSave.model())
    let save = try FailingSave(handle)
    let before = try save.contents()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    var failures = 0
    var isDone = false
    while !isDone {
      var left = failures
      handle.store.writer.setWillWrite { _ in
        guard left > 0 else { throw SQLiteError(code: 10, message: "the test's failure") }
        left -= 1
      }
      do {
        _ = try handle.store.save(save.changes)
        isDone = true
      } catch let error as NSError {
        #expect(error.code == NSPersistentStoreSaveError)
        #expect(try save.contents() == before)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == files)
        failures += 1
      }
      handle.store.writer.setWillWrite(nil)
    }
    #expect(failures > 12)
    #expect(try save.contents() != before)
    handle.store.close()
    let database = try SampleDatabase(folder.file().path)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    database.close()
  }

  /// The metadata and the model of a store that Apple wrote must not change, and the file must be sound after a save.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func metadataAndModelStayInStoresThatAppleWrote(_ sample: URL) throws {
    let folder = try TemporaryFolder()
    let url = try folder.copy(sample)
    let bookkeeping = "SELECT * FROM Z_METADATA; SELECT * FROM Z_MODELCACHE"
    func read() throws -> [[SampleDatabase.Cell]] {
      let database = try SampleDatabase(url.path)
      defer { database.close() }
      return try bookkeeping.split(separator: ";").flatMap { try database.rows(String($0)) }
    }
    let before = try ModelSamples.withCopy(of: sample) { database in
      try bookkeeping.split(separator: ";").flatMap { try database.rows(String($0)) }
    }
    let handle = try StoreHandle(sample: url)
    let entity = try #require(handle.store.model.entities.first { !$0.isAbstract })
    let old = try handle.all(entity.name).map(\.key.primaryKey)
    let new = try handle.insert([try handle.newUnique(entity.name, 1), try handle.newUnique(entity.name, 2)])
    let rows = try handle.all(entity.name)
    #expect(rows.map(\.key.primaryKey) == (old + new.map(\.key.primaryKey)).sorted())
    _ = try handle.store.save(
      StoreChanges(updated: [try handle.update(new[0], [:])], deleted: [.init(key: new[1].key, version: 1)])
    )
    handle.store.close()
    #expect(try read() == before)
    let database = try SampleDatabase(url.path)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    database.close()
  }
}
