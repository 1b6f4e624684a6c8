import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Rows that SQL has copied refer to the files of other rows.
@Suite("A file of external data stays as long as a row names it")
struct SharedExternalDataTests {
  private let folder: TemporaryFolder
  private let handle: StoreHandle
  private let files: URL
  private let slot: Int

  init() throws {
    folder = try TemporaryFolder()
    handle = try StoreHandle(folder.file(), Self.model())
    files = folder.file(".Store_SUPPORT/_EXTERNAL_DATA")
    slot = try handle.slot("data", of: "Photo")
  }

  /// Makes a model of photos, of films, which are photos with a second piece of data, and of sounds, which have a table
  /// of their own.
  private static func model() -> NSManagedObjectModel {
    func data(_ name: String) -> NSAttributeDescription {
      let data = NSAttributeDescription(name, .binaryDataAttributeType)
      data.allowsExternalBinaryDataStorage = true
      return data
    }
    let photo = NSEntityDescription("Photo", [data("data"), NSAttributeDescription("title", .stringAttributeType)])
    let film = NSEntityDescription("Film", [data("sound")])
    photo.subentities = [film]
    return NSManagedObjectModel([photo, film, NSEntityDescription("Sound", [data("data")])])
  }

  private static func large(_ byte: UInt8) -> Value { .data(Data(repeating: byte, count: 140_000)) }

  private func insert(_ bytes: [UInt8]) throws -> [Row] {
    try handle.insert(
      try bytes.map { try handle.new("Photo", Int64($0), ["data": Self.large($0)]) })
  }

  private func execute(_ sql: String) throws {
    let database = try SampleDatabase(folder.file().path)
    defer { database.close() }
    try database.execute(sql)
    handle.store.endReadTransaction()
  }

  /// Makes a row refer to the file of another one, as SQL that copies a row does.
  private func copyName(from row: Row, to other: Row) throws {
    let name = "(SELECT ZDATA FROM ZPHOTO WHERE Z_PK = \(row.key.primaryKey))"
    try execute("UPDATE ZPHOTO SET ZDATA = \(name) WHERE Z_PK = \(other.key.primaryKey)")
  }

  private var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [])
  }

  private func delete(_ rows: Row...) throws {
    _ = try handle.store.save(StoreChanges(deleted: rows.map { .init(key: $0.key, version: $0.version) }))
  }

  private func current(_ row: Row) throws -> Row { try current(row.key) }

  private func current(_ key: RowKey) throws -> Row { try #require(try handle.store.row(for: key)) }

  private var scans: Int { handle.store.context.externalData.shared.withLock(\.scans) }

  @Test("One of two rows is deleted, and the other keeps its data", arguments: [false, true])
  func deletion(deletesTheFirst: Bool) throws {
    let rows = try insert([1, 2])
    try copyName(from: rows[0], to: rows[1])
    let lost = names
    let (gone, kept) = deletesTheFirst ? (rows[0], rows[1]) : (rows[1], rows[0])
    try delete(gone)
    #expect(try current(kept)[slot].text == Self.large(1).text)
    try delete(kept)
    // No row refers to the file of the second row, whose name the copy replaced.
    #expect(names.count == 1 && names.isSubset(of: lost))
  }

  @Test("Both rows are deleted in one save, and the file goes")
  func both() throws {
    let rows = try insert([1, 2])
    try copyName(from: rows[0], to: rows[1])
    try delete(rows[0], rows[1])
    #expect(names.count == 1)
  }

  @Test("One of two rows gets other data, none, or small data, and the other keeps its own", arguments: [0, 1, 2])
  func update(kind: Int) throws {
    let rows = try insert([1, 2])
    try copyName(from: rows[0], to: rows[1])
    let value: Value = [.null, .data(Data([7])), Self.large(9)][kind]
    let update = try handle.update(current(rows[0]), ["data": value])
    _ = try handle.store.save(StoreChanges(updated: [update]))
    #expect(try current(rows[0])[slot].text == value.text)
    #expect(try current(rows[1])[slot].text == Self.large(1).text)
    try delete(current(rows[1]))
    // The replaced file of the second row, to which no row refers, and the new one.
    #expect(names.count == (kind == 2 ? 2 : 1))
  }

  @Test("A file may be named by another attribute, in another table or by a subentity")
  func otherColumns() throws {
    let photo = try #require(try insert([1]).first)
    try handle.insert([try handle.new("Film", 2, ["sound": .data(Data([1]))]), try handle.new("Sound", 3)])
    let name = "(SELECT ZDATA FROM ZPHOTO WHERE Z_PK = \(photo.key.primaryKey))"
    try execute("UPDATE ZPHOTO SET ZSOUND = \(name) WHERE ZSOUND IS NOT NULL; UPDATE ZSOUND SET ZDATA = \(name)")
    try delete(photo)
    #expect(names.count == 1)
    let film = try #require(try handle.all("Film").first)
    #expect(film[try handle.slot("sound", of: "Film")].text == Self.large(1).text)
    try delete(film)
    #expect(names.count == 1)
    let sound = try #require(try handle.all("Sound").first)
    #expect(sound[try handle.slot("data", of: "Sound")].text == Self.large(1).text)
    try delete(sound)
    #expect(names.isEmpty)
  }

  @Test("A save that fails changes nothing of that")
  func failure() throws {
    let rows = try insert([1, 2, 3])
    try copyName(from: rows[0], to: rows[1])
    // Delete a file first, so that the names are cached.
    try delete(rows[2])
    for _ in 0..<2 {
      #expect(throws: SaveConflicts.self) {
        try handle.store.save(
          StoreChanges(
            updated: [try handle.update(Row(key: rows[1].key, version: 9, values: rows[1].values), ["title": .null])],
            deleted: [.init(key: rows[0].key, version: 1)]))
      }
    }
    try delete(rows[0])
    #expect(try current(rows[1])[slot].text == Self.large(1).text)
    try delete(rows[1])
    #expect(names.count == 1)
  }

  @Test("A save of both rows whose commit fails leaves the file to both")
  func failedCommit() throws {
    let rows = try insert([1, 2])
    try copyName(from: rows[0], to: rows[1])
    handle.store.writer.setWillWrite { if $0 == "COMMIT" { throw SampleError(description: "the disk is full") } }
    #expect(throws: (any Error).self) { try delete(rows[0], rows[1]) }
    handle.store.writer.setWillWrite(nil)
    try delete(rows[0])
    // The other file is the one that the second row had before.
    #expect(names.count == 2)
    #expect(try current(rows[1])[slot].text == Self.large(1).text)
  }

  @Test("All columns are looked at once, and again only after another connection has written")
  func scanning() throws {
    let rows = try insert(Array(1...20))
    #expect(scans == 0)
    for row in rows[..<8] { try delete(row) }
    for row in rows[8..<12] {
      _ = try handle.store.save(StoreChanges(updated: [try handle.update(row, ["data": .null])]))
    }
    _ = try insert([30])
    #expect(scans == 1)
    try copyName(from: rows[12], to: rows[13])
    // Nothing is scanned if no file is deleted.
    _ = try handle.store.save(StoreChanges(updated: [try handle.update(rows[14], ["title": .string("a title")])]))
    #expect(scans == 1)
    for row in rows[14...] { try delete(current(row)) }
    #expect(scans == 2)
    try delete(rows[12])
    #expect(try current(rows[13])[slot].text == Self.large(13).text)
    try delete(rows[13])
    #expect(scans == 2)
    // The new file, and the one whose name the copy replaced.
    #expect(names.count == 2)
  }

  @Test("A store that differs in the extension only has the same folder: its files stay")
  func storesWithOneFolder() throws {
    let rows = try insert([1, 2])
    let other = folder.file("Store.db")
    try execute("VACUUM INTO '\(other.path)'")
    try delete(rows[0])
    #expect(names.count == 2)
    let copy = try StoreHandle(other, Self.model())
    #expect(try copy.all("Photo").map { $0[slot].text } == [Self.large(1).text, Self.large(2).text])
    copy.store.close()
    try FileManager.default.removeItem(at: other)
    try delete(rows[1])
    #expect(names.count == 1)
  }

  @Test("Whatever rows name is there, after any saves, failures and copies by SQL", arguments: TestSeeds.seeds(12))
  func random(seed: UInt64) throws {
    print("SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    /// The byte that each row's data must consist of, by primary key.
    var wanted: [Int64: UInt8] = [:]
    var byte: UInt8 = 0
    let entity = try handle.entity("Photo").index
    func named() throws -> Set<String> {
      let connection = try Connection(path: folder.file().path, mode: .reading, timeout: 1)
      return Set(try ExternalReferences(handle.store.schema).counts(on: connection).keys)
    }
    /// The files to which no row refers, because copies replaced their names.
    var left: Set<String> = []
    for _ in 0..<60 {
      let keys = wanted.keys.sorted()
      var row: Row { get throws { try current(RowKey(entity: entity, primaryKey: random.one(of: keys))) } }
      switch keys.count < 3 ? 0 : random.below(6) {
      case 0:
        byte &+= 1
        let row = try #require(try insert([byte]).first)
        wanted[row.key.primaryKey] = byte
      case 1:
        let (from, to) = (try row, try row)
        let before = try named()
        try copyName(from: from, to: to)
        left.formUnion(before.subtracting(try named()))
        wanted[to.key.primaryKey] = wanted[from.key.primaryKey]
      case 2:
        byte &+= 1
        let row = try row
        _ = try handle.store.save(StoreChanges(updated: [try handle.update(row, ["data": Self.large(byte)])]))
        wanted[row.key.primaryKey] = byte
      case 3:
        let row = try row
        #expect(throws: SaveConflicts.self) {
          try handle.store.save(StoreChanges(deleted: [.init(key: row.key, version: 99)]))
        }
      default:
        let some = try [row, row].filter { _ in random.below(3) > 0 }
        let rows = Dictionary(some.map { ($0.key, $0) }) { first, _ in first }.values
        _ = try handle.store.save(StoreChanges(deleted: rows.map { .init(key: $0.key, version: $0.version) }))
        for row in rows { wanted[row.key.primaryKey] = nil }
      }
      let found = try handle.all("Photo").map { ($0.key.primaryKey, $0[slot].text) }
      #expect(
        found.map(\.1) == wanted.sorted { $0.key < $1.key }.map { Self.large($0.value).text }, "seed \(seed)")
    }
    let expected = try named().union(left)
    #expect(names == expected)
  }
}
