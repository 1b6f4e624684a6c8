import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("A store that another process migrates is read and written no more by those who have it open")
struct MigratedElsewhereTests {
  private static let code = NSPersistentStoreIncompatibleVersionHashError

  private func isStale(_ error: (any Error)?) -> Bool {
    let error = error as NSError?
    return error?.domain == NSCocoaErrorDomain && error?.code == Self.code
      && error?.localizedDescription.contains("was migrated by another process since it was opened here") == true
  }

  private func isRefused(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      return isStale(error)
    }
  }

  @Test(.startsProcesses, arguments: MigratedElsewhere.Way.allCases) func allThatIsAskedOfItFails(
    _ way: MigratedElsewhere.Way
  ) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let context = try MigratedElsewhere.context(url, way, options: [NSPersistentHistoryTrackingKey: true])
    try MigratedElsewhere.write(1, by: 1, context)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    let id = try context.performAndWait { try #require(try context.fetch(request).first).objectID }
    context.performAndWait { context.reset() }
    // End the read transaction, so that the other process need not wait.
    context.persistentStoreCoordinator?.persistentStores.first?.rows.endReadTransaction()
    await #expect(processExitsWith: .success) { [path = url.path as String, way = way.rawValue as String] in
      let way = try #require(MigratedElsewhere.Way(rawValue: way))
      try MigratedElsewhere.migrate(URL(fileURLWithPath: path), way)
    }
    for number in 2...4 as ClosedRange<Int64> {
      let error = #expect(throws: NSError.self) { try MigratedElsewhere.write(number, by: 1, context) }
      #expect(isStale(error))
      #expect(error?.localizedDescription.contains("nothing was saved") == true)
    }
    context.performAndWait {
      #expect(isRefused { _ = try context.fetch(request) })
      #expect(isRefused { _ = try context.count(for: request) })
      #expect(isRefused { _ = try context.existingObject(with: id) })
      let batch = NSBatchUpdateRequest(entityName: "Note")
      batch.propertiesToUpdate = ["number": 7]
      #expect(isRefused { _ = try context.execute(batch) })
      let history = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      #expect(isRefused { _ = try context.execute(history) })
      let new = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      #expect(isRefused { try context.obtainPermanentIDs(for: [new]) })
      #expect(
        isRefused {
          try context.setQueryGenerationFrom(.current)
          _ = try context.fetch(request)
        })
    }
    #expect(try MigratedElsewhere.problems(url, way) == [])
  }

  /// Apple's framework changes only the metadata if no table has to change.
  @Test(arguments: ["hashes", "identity", "nothing", "the program's own"]) func metadataAlone(_ what: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let context = try MigratedElsewhere.context(url, .rule)
    try MigratedElsewhere.write(1, by: 1, context)
    let other = try Connection(path: url.path, mode: .writing, timeout: 5)
    let stored = try StoreMetadataTable.read(StoreFile(url), on: other)
    var list = try #require(stored.list)
    if what == "hashes" {
      let new = MigratedElsewhere.model(.rule, isNew: true)
      list[NSStoreModelVersionHashesKey] = new.entityVersionHashesByName
    }
    if what == "the program's own" { list["mine"] = String(repeating: "x", count: 10_000) }
    try StoreMetadataTable.write(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0), on: other)
    if what == "identity" { try other.execute("UPDATE Z_METADATA SET Z_UUID = '\(UUID().uuidString)'") }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    if ["hashes", "identity"].contains(what) {
      #expect(isRefused { try context.performAndWait { _ = try context.fetch(request) } })
      #expect(isRefused { try MigratedElsewhere.write(2, by: 1, context) })
      #expect(try other.integer("SELECT count(*) FROM ZNOTE") == 1)
    } else {
      for number in 2...3 as ClosedRange<Int64> {
        try MigratedElsewhere.write(number, by: 1, context)
        #expect(try context.performAndWait { try context.fetch(request).count } == Int(number))
      }
    }
  }

  /// Three processes save, each as fast as it can, until a fourth has migrated the store.
  @Test(.startsProcesses, arguments: MigratedElsewhere.Way.allCases) func aCrowd(
    _ way: MigratedElsewhere.Way
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file().path
    _ = try MigratedElsewhere.context(folder.file(), way)
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...3 as ClosedRange<Int64> {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, way = way.rawValue as String, writer = writer as Int64] in
            let way = try #require(MigratedElsewhere.Way(rawValue: way))
            let context = try MigratedElsewhere.context(URL(fileURLWithPath: path), way)
            do {
              for number in 1...1_000_000 as ClosedRange<Int64> {
                try MigratedElsewhere.write(number, by: writer, context)
              }
              Issue.record("the migration was not noticed")
            } catch {
              #expect((error as NSError).code == NSPersistentStoreIncompatibleVersionHashError)
            }
          }
        }
      }
      group.addTask {
        await #expect(processExitsWith: .success) { [path = path as String, way = way.rawValue as String] in
          let (url, way) = (URL(fileURLWithPath: path), try #require(MigratedElsewhere.Way(rawValue: way)))
          let looking = try Connection(path: path, mode: .reading, timeout: 60)
          // Wait until all three processes have saved several times.
          while try looking.integer("SELECT count(*) FROM (SELECT 1 FROM ZNOTE GROUP BY ZWRITER HAVING count(*) > 5)")
            != 3
          {}
          try MigratedElsewhere.migrate(url, way)
        }
      }
    }
    #expect(try MigratedElsewhere.problems(folder.file(), way) == [])
    let database = try SampleDatabase(path)
    defer { database.close() }
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    #expect((try database.rows("SELECT count(*) FROM ZNOTE").first?.first?.integer ?? 0) > 15)
  }

  /// Another process migrates the store after this one has compared its version, and before this one opens it.
  @Test func whileItIsOpened() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    try MigratedElsewhere.write(1, by: 1, MigratedElsewhere.context(url, .rule))
    let model = MigratedElsewhere.model(.rule, isNew: false)
    model.compile()
    let opening = StoreOpening(url: url, model: model, entityIndices: Set(model.layout.entities.indices))
    let kind = SlowKind { _ = try? MigratedElsewhere.migrate(url, .rule) }
    let error = #expect(throws: NSError.self) {
      try StoreMigrator(opening: opening, kind: kind, options: try StoreOptions(nil)).open()
    }
    #expect(error?.code == Self.code)
    #expect(error?.localizedDescription.contains("the entity Folder differs in notes") == true)
  }
}

/// A kind of SQLite store that calls a closure before it opens the first one.
private final class SlowKind: StoreKind {
  private let file = SQLiteStoreKind()
  private let before: Protected<(@Sendable () -> Void)?>

  init(_ before: @escaping @Sendable () -> Void) { self.before = Protected(before) }

  var type: String { file.type }

  func open(_ opening: StoreOpening) throws -> OpenedStore {
    before.withLock { before in
      defer { before = nil }
      return before
    }?()
    return try file.open(opening)
  }

  func embeddedModel(at url: URL) throws -> NSManagedObjectModel? { try file.embeddedModel(at: url) }
  func metadata(at url: URL) throws -> StoreMetadata { try file.metadata(at: url) }
  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws { try file.setMetadata(metadata, at: url) }
  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool {
    try file.migrate(opening, by: mapping, metadata: metadata)
  }
  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool { try file.rewrite(at: url, ifStill: metadata, timeout: timeout, make) }
  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws {
    try file.putStore(at: url, timeout: timeout, make)
  }
  func destroy(at url: URL) throws { try file.destroy(at: url) }
  func replace(at destination: URL, withStoreAt source: URL) throws {
    try file.replace(at: destination, withStoreAt: source)
  }
}
