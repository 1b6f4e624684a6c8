import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// The lists `l: a b | m: c`, as earlier versions of this package stored them: each pair is a row of a join table.
@Suite(
  "Stores on a server with relationships without an inverse as earlier versions made them",
  .enabled(if: StoresOnServers.missing == nil))
struct ServerFormerJoinTests {
  private let store: MigratingStore

  init() throws {
    store = try MigratingStore(NSPostgreSQLStoreType)
    try store.with(ListModel.make(), migrates: false) { context in
      let tags = try [("Tag", "a"), ("Label", "b"), ("Tag", "c")].map { try context.insert($0, ["name": $1]) }
      for (entity, name, members) in [("List", "l", tags[0...1]), ("Special", "m", tags[2...2])] {
        try context.insert(entity, ["name": name, "tags": NSSet(array: Array(members))])
        try context.save()
      }
    }
  }

  /// - Parameter shared: whether both lists have the tag b.
  private func makeFormer(shared: Bool = false) throws {
    let pair = """
      INSERT INTO "Z_1TAGS" SELECT l."Z_PK", t."Z_PK" FROM "ZLIST" AS l, "ZTAG" AS t
      WHERE l."ZNAME" = 'm' AND t."ZNAME" = 'b';
      """
    _ = try store.lines(
      """
      CREATE TABLE "Z_1TAGS" ("Z_1LIST" int8, "Z_3TAGS" int8, PRIMARY KEY ("Z_1LIST", "Z_3TAGS"));
      INSERT INTO "Z_1TAGS" SELECT "Z1TAGS", "Z_PK" FROM "ZTAG" WHERE "Z1TAGS" IS NOT NULL;
      \(shared ? pair : "")
      ALTER TABLE "ZTAG" DROP COLUMN "Z1TAGS", DROP COLUMN "Z1_1TAGS"
      """)
  }

  private func contents(_ model: NSManagedObjectModel = ListModel.make()) throws -> [String] {
    try store.with(model, migrates: false) { context in
      try context.all("List").map { list in
        let tags = (list.value(forKey: "tags") as? NSSet)?.allObjects ?? []
        let names = tags.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted()
        return "\(list.text("name")): \(names.joined())"
      }.sorted()
    }
  }

  @Test("They are converted when they are opened, and nothing is lost")
  func conversion() throws {
    try makeFormer()
    #expect(try contents() == ["l: ab", "m: c"])
    #expect(try store.problems(ListModel.make()) == [])
    #expect(try contents() == ["l: ab", "m: c"])
  }

  @Test("Of several owners the last has the member, and the table keeps all of them")
  func sharedMembers() throws {
    try makeFormer(shared: true)
    #expect(try contents() == ["l: a", "m: bc"])
    #expect(try store.lines("SELECT count(*) FROM \"Z_FORMER_1TAGS\"") == ["4"])
    #expect(try contents() == ["l: a", "m: bc"])
  }

  @Test("One that is opened for reading says what to do, and is left as it is")
  func readOnly() throws {
    try makeFormer()
    let error = #expect(throws: NSError.self) {
      try store.with(ListModel.make(), migrates: false, options: [NSReadOnlyPersistentStoreOption: true]) { _ in }
    }
    #expect(error?.localizedDescription.contains("open it for writing once, which converts it") == true)
    #expect(try store.lines("SELECT count(*) FROM \"Z_1TAGS\"") == ["3"])
  }

  @Test("A process that has it open meanwhile saves nothing to it")
  func openMeanwhile() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ListModel.make())
    let opened = try coordinator.addPersistentStore(
      ofType: store.type, configurationName: nil, at: store.url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try makeFormer()
    #expect(try contents() == ["l: ab", "m: c"])
    let error = #expect(throws: NSError.self) {
      try context.performAndWait {
        try context.insert("List", ["name": "late"])
        try context.save()
      }
    }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    try coordinator.remove(opened)
    #expect(try contents() == ["l: ab", "m: c"])
  }

  @Test("A store whose model changes is converted and migrated at once")
  func migration() throws {
    try makeFormer()
    let model = ListModel.make()
    try #require(model.entitiesByName["Tag"]).properties.append(NSAttributeDescription("added"))
    try store.migrate(to: model)
    #expect(try contents(model) == ["l: ab", "m: c"])
    #expect(try store.problems(model) == [])
  }
}
