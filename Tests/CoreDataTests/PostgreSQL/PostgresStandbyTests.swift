import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A primary and a standby, which replicates commits with a short delay and accepts no writes.
@Suite("A standby", .onServer)
struct PostgresStandbyTests {
  /// A list on the standby shows the commits of the primary, with one change for each row. Saves to the standby fail.
  /// Then the primary is lost, and the standby is promoted. A store with both addresses saves there, and the list
  /// follows.
  @Test("Lists on a standby follow, and who knows both servers saves to the one that takes the other's place")
  func followingAndTakingOver() async throws {
    let primary = try PostgresCluster()
    let writing = try Self.coordinator(primary.url(schema: "music"))
    let (b, d) = try Self.run(writing) { context in
      let all = try ["a", "b", "d"].map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      return (all[1].objectID, all[2].objectID)
    }
    let standby = try PostgresCluster(standbyOf: primary)
    let reading = try Self.coordinator(standby.url(schema: "music"))
    #expect(reading.persistentStores.first?.isReadOnly == true)
    let list = try ListOfNames(PostgresPair.context(reading))
    try await list.wait(for: ["a", "b", "d"])
    #expect(list.takeTrace() == [])

    try Self.run(writing) { context in
      try context.insert("Artist", ["name": "c"])
      try context.existingObject(with: b).setValue("e", forKey: "name")
      context.delete(try context.existingObject(with: d))
      try context.save()
    }
    try await list.wait(for: ["a", "c", "e"])
    #expect(list.takeTrace() == ["deleted 2", "inserted 1", "updated 1"])

    try Self.run(reading) { context in
      try context.insert("Artist", ["name": "f"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
    }
    let error = #expect(throws: NSError.self) { try Self.coordinator(standby.url(schema: "none")) }
    #expect(error?.code == CocoaError.fileReadNoSuchFile.rawValue)

    // The store uses the server of both that accepts writes.
    let either = try Self.coordinator(
      primary.url(schema: "music", or: standby, settings: "&target_session_attrs=read-write"))
    try Self.run(either) { context in
      try context.insert("Artist", ["name": "g"])
      try context.save()
    }
    try await list.wait(for: ["a", "c", "e", "g"])
    primary.kill()
    #expect(try standby.sql("SELECT pg_promote()") == "t")
    try Self.run(either) { context in
      #expect(try context.texts("Artist", "name") == ["a", "c", "e", "g"])
      try context.insert("Artist", ["name": "h"])
      try context.save()
    }
    try await list.wait(for: ["a", "c", "e", "g", "h"])
    #expect(list.takeTrace() == ["inserted 3", "inserted 4"])
    list.close()
    for coordinator in [writing, reading, either] {
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  private static func coordinator(_ url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    return coordinator
  }

  @discardableResult
  private static func run<Result: Sendable>(
    _ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let context = PostgresPair.context(coordinator)
    return try context.performAndWait { try body(context) }
  }
}
