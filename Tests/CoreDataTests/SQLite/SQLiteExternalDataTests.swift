import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("Large data lies in files beside the store")
struct SQLiteExternalDataTests {
  private let folder: TemporaryFolder
  private let handle: StoreHandle
  private let files: URL

  init() throws {
    folder = try TemporaryFolder()
    handle = try StoreHandle(folder.file("My.Store.sqlite"), Library.everyType())
    files = folder.file(".My.Store_SUPPORT/_EXTERNAL_DATA")
  }

  private func insert(_ count: Int) throws -> Row {
    try #require(
      try handle.insert([try handle.new("Thing", 1, ["external": .data(Data(repeating: 5, count: count))])]).first
    )
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []).sorted()
  }

  private func stored() throws -> [[SampleDatabase.Cell]] {
    handle.store.close()
    let database = try SampleDatabase(folder.file("My.Store.sqlite").path)
    defer { database.close() }
    return try database.rows("SELECT ZEXTERNAL FROM ZTHING")
  }

  private func read() throws -> Value? {
    try handle.all("Thing").first?[try handle.slot("external", of: "Thing")]
  }

  /// SQL cannot compare data in files. So the rows are compared in memory, and the limit and offset are applied there.
  @Test(arguments: [(0, 0, 3), (2, 0, 2), (2, 1, 2), (2, 2, 1), (0, 2, 1), (3, 0, 3), (9, 9, 0)])
  func aWindowOfWhatIsComparedInMemory(limit: Int, offset: Int, count: Int) throws {
    let data = Data([7, 7])
    for number in 1...6 {
      try handle.insert([
        try handle.new("Thing", Int64(number), ["external": .data(number % 2 == 0 ? data : Data([1]))])
      ])
    }
    let entity = try handle.entity("Thing")
    let predicate = try CompiledPredicate(
      NSPredicate(format: "external == %@", data as NSData), entity: entity, model: handle.store.model)
    let query = RowQuery(entity: entity, predicate: predicate, limit: limit, offset: offset)
    let all = [2, 4, 6].dropFirst(offset).map { Int64($0) }
    let wanted = limit > 0 ? Array(all.prefix(limit)) : Array(all)
    #expect(wanted.count == count)
    #expect(try handle.store.keys(matching: query, groupedBy: nil).keys.map(\.primaryKey) == wanted)
    #expect(try handle.store.rows(matching: query).map(\.key.primaryKey) == wanted)
    #expect(try handle.store.count(matching: query) == count)
  }

  @Test func smallDataStaysInTheColumn() throws {
    _ = try insert(3)
    #expect(names.isEmpty)
    #expect(try stored() == [[.data(Data([1, 5, 5, 5]))]])
  }

  @Test func largeDataIsInAFileNamedByAUUID() throws {
    _ = try insert(200_000)
    let name = try #require(names.first)
    #expect(names.count == 1)
    #expect(UUID(uuidString: name)?.uuidString == name)
    #expect(try Data(contentsOf: files.appendingPathComponent(name)) == Data(repeating: 5, count: 200_000))
    #expect(try stored() == [[.data(Data([2]) + Data(name.utf8) + Data([0]))]])
  }

  @Test func theFileGoesWithItsDataAndNotBefore() throws {
    let row = try insert(200_000)
    let first = names
    // The version is wrong, so the save fails at its first statement or before it.
    let stale = Row(key: row.key, version: 7, values: row.values)
    #expect(throws: SaveConflicts.self) {
      try handle.store.save(
        StoreChanges(updated: [try handle.update(stale, ["external": .data(Data(count: 300_000))])]))
    }
    #expect(names == first)
    let update = try handle.update(row, ["external": .data(Data(repeating: 6, count: 300_000))])
    let updated = try #require(try handle.store.save(StoreChanges(updated: [update])).updated.first)
    #expect(names.count == 1)
    #expect(names != first)
    #expect(try read()?.text == Value.data(Data(repeating: 6, count: 300_000)).text)
    _ = try handle.store.save(StoreChanges(deleted: [.init(key: updated.key, version: 2)]))
    #expect(names.isEmpty)
  }

  /// The file name in the column is not trusted.
  @Test(arguments: [
    ("../../../etc/passwd", "names a file for its data that is no upper-case UUID"),
    ("0f0e0d0c-0b0a-4908-8706-050403020100", "names a file for its data that is no upper-case UUID"),
  ])
  func aNameThatLeadsNowhere(_ name: String, _ words: String) throws {
    _ = try insert(200_000)
    handle.store.close()
    let database = try SampleDatabase(folder.file("My.Store.sqlite").path)
    try database.execute("UPDATE ZTHING SET ZEXTERNAL = CAST(x'02' || '\(name)' || x'00' AS BLOB)")
    database.close()
    let reopened = try StoreHandle(folder.file("My.Store.sqlite"), Library.everyType())
    let error = try #require(throws: NSError.self) { try reopened.all("Thing") }
    #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
    #expect(
      error.localizedDescription.hasPrefix("Thing.external of the object p1 \(words)"), "\(error.localizedDescription)")
  }

  /// If a file, or a folder on the way to it, is a link to another place, the data counts as missing.
  @Test(arguments: [0, 1, 2]) func linksAreNotFollowed(_ depth: Int) throws {
    _ = try insert(200_000)
    let name = try #require(names.first)
    let place = [files.deletingLastPathComponent(), files, files.appendingPathComponent(name)][depth]
    let elsewhere = folder.file("elsewhere")
    try FileManager.default.moveItem(at: place, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
    #expect(try read()?.text == "nil")
  }

  /// Something that may be there instead of the file.
  enum Absence: CaseIterable {
    case noFile, noFolder, pipe, folder, socket

    func take(_ place: URL) throws {
      let folder = self == .noFolder ? place.deletingLastPathComponent().deletingLastPathComponent() : place
      try FileManager.default.removeItem(at: folder)
      switch self {
      case .noFile, .noFolder: break
      case .pipe: #expect(mkfifo(place.path, 0o644) == 0)
      case .folder: try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      case .socket: #expect(mknod(place.path, S_IFSOCK | 0o644, 0) == 0)
      }
    }
  }

  @Test(arguments: Absence.allCases)
  func dataWhoseFileIsNotThereIsNilAndItsReferenceStays(_ absence: Absence) throws {
    let row = try insert(200_000)
    let place = files.appendingPathComponent(try #require(names.first))
    try absence.take(place)
    #expect(try read()?.text == "nil")
    let seen = try #require(try handle.store.row(for: row.key))
    _ = try handle.store.save(StoreChanges(updated: [try handle.update(seen, ["string": .string("other")])]))
    #expect(try handle.all("Thing").map { $0[try handle.slot("string", of: "Thing")].text } == ["other"])
    // When the file is put back, its data is read.
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    try Data([7]).write(to: place)
    handle.store.endReadTransaction()
    #expect(try read()?.text == "data 7")
    // When it is missing again, another value can still replace it.
    try absence.take(place)
    let again = try #require(try handle.store.row(for: row.key))
    _ = try handle.store.save(
      StoreChanges(updated: [try handle.update(again, ["external": .data(Data(repeating: 8, count: 200_000))])]))
    #expect(try read()?.text == Value.data(Data(repeating: 8, count: 200_000)).text)
  }

  @Test(.startsProcesses) func aContextSeesNilLogsOneLineAndSavesTheRest() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let story = try SQLiteExternalDataTests()
      _ = try story.insert(200_000)
      story.handle.store.close()
      try FileManager.default.removeItem(at: story.folder.file(".My.Store_SUPPORT"))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.everyType())
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: story.folder.file("My.Store.sqlite"))
      for round in 1...2 {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
          let thing = try #require(try context.all("Thing").first)
          precondition(thing.value(forKey: "external") == nil)
          thing.setValue("round \(round)", forKey: "string")
          try context.save()
        }
      }
    }
    let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { $0.contains("keeps data: it reads as nil") }.count == 1, "\(lines)")
  }

  @Test func aCopyOfTheStoreTakesTheFilesAlong() throws {
    _ = try insert(200_000)
    let other = try TemporaryFolder()
    try SQLiteStoreKind().replace(at: other.file("Copy.sqlite"), withStoreAt: folder.file("My.Store.sqlite"))
    let copy = try StoreHandle(other.file("Copy.sqlite"), Library.everyType())
    #expect(try copy.all("Thing").first?[try copy.slot("external", of: "Thing")].text == read()?.text)
    #expect(copy.metadata.identifier == handle.metadata.identifier)
    #expect(throws: NSError.self) { try SQLiteStoreKind().destroy(at: other.file("Copy.sqlite")) }
    #expect(throws: NSError.self) {
      try SQLiteStoreKind().replace(at: other.file("Copy.sqlite"), withStoreAt: folder.file("My.Store.sqlite"))
    }
    copy.store.close()
    // A closed store may be destroyed, although the object still exists.
    try SQLiteStoreKind().destroy(at: other.file("Copy.sqlite"))
    #expect(other.contents == ["Copy.sqlite"])
  }

  @Test(.tinyDisks) func aFullDiskIsSaidAndLeavesNoFile() throws {
    let disk = try TinyDisk()
    let full = try StoreHandle(disk.file("Store.sqlite"), Library.everyType())
    defer { full.store.close() }
    try full.insert([try full.new("Thing", 1)])
    try disk.leave(1 << 20)
    let large = try full.new("Thing", 2, ["external": .data(Data(repeating: 5, count: 4 << 20))])
    let error = try #require(throws: NSError.self) { try full.insert([large]) }
    #expect(error.code == CocoaError.fileWriteOutOfSpace.rawValue, "\(error)")
    let place = disk.file(".Store_SUPPORT/_EXTERNAL_DATA").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
    try disk.leave(8 << 20)
    try full.insert([large])
    #expect(try full.all("Thing").count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
  }

  @Test func aStoreIsRemovedWhole() throws {
    let other = try TemporaryFolder()
    let url = other.file()
    do {
      let handle = try StoreHandle(url, Library.everyType())
      try handle.insert([try handle.new("Thing", 1, ["external": .data(Data(count: 200_000))])])
      handle.store.close()
    }
    try SQLiteStoreKind().destroy(at: url)
    #expect(other.contents == ["Store.sqlite"])
    try SQLiteStoreKind().destroy(at: url)
  }
}
