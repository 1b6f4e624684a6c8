import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("What a server has limits for, and what happens behind a store's back", .onServer)
struct PostgresOddTests {
  private func coordinator(_ model: NSManagedObjectModel, _ url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    return coordinator
  }

  /// A name on a server has at most 63 bytes. The names of two attributes and of two relationships begin with more
  /// equal bytes.
  @Test("Long names stay apart, and are found again")
  func longNames() throws {
    func model() -> NSManagedObjectModel {
      let long = String(repeating: "long", count: 20)
      let owner = NSEntityDescription(
        "Owner\(long)", [NSAttributeDescription("\(long)A"), NSAttributeDescription("\(long)B")])
      let member = NSEntityDescription("Member\(long)", [NSAttributeDescription("name")])
      owner.relate("\(long)Firsts", .many, to: member, "\(long)FirstOwners", .many)
      owner.relate("\(long)Seconds", .ordered, to: member, "\(long)SecondOwners", .many)
      return NSManagedObjectModel([owner, member])
    }
    let long = String(repeating: "long", count: 20)
    let url = try PostgresCluster.shared.get().newURL()
    let first = PostgresPair.context(try coordinator(model(), url))
    try first.performAndWait {
      let members = try ["x", "y"].map { try first.insert("Member\(long)", ["name": $0]) }
      try first.insert(
        "Owner\(long)",
        [
          "\(long)A": "a", "\(long)B": "b", "\(long)Firsts": Set([members[0]]),
          "\(long)Seconds": NSOrderedSet(array: [members[1], members[0]]),
        ])
      try first.save()
    }
    let second = PostgresPair.context(try coordinator(model(), url))
    try second.performAndWait {
      let owner = try #require(try second.all("Owner\(long)", where: "\(long)A == 'a' AND \(long)B == 'b'").first)
      #expect(owner.text("\(long)Firsts") == "{x}")
      #expect(owner.text("\(long)Seconds") == "[y x]")
    }
  }

  /// The bytes are never accessed, so a gibibyte of zeros uses no memory.
  @Test("A value that no message takes is an error, and nothing is lost")
  func hugeValue() throws {
    let attribute = NSAttributeDescription("data", .binaryDataAttributeType)
    let context = PostgresPair.context(
      try coordinator(
        NSManagedObjectModel([NSEntityDescription("Page", [attribute])]), PostgresCluster.shared.get().newURL()))
    try context.performAndWait {
      let page = try context.insert("Page", ["data": Data(count: 1 << 30)])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(
        error?.localizedDescription == "Page.data cannot be saved: the value has 1073741824 bytes, and a PostgreSQL "
          + "server takes less than 2^30 of them.", "\(error as Any)")
      page.setValue(Data([1]), forKey: "data")
      try context.save()
    }
  }

  /// No code writes to the bytes of these values, so they use no memory.
  @Test("Values that no message takes together are an error", arguments: [true, false])
  func hugeValues(isText: Bool) {
    let count = (1 << 30) - (1 << 20) - 1
    var bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
    let (type, value): (PostgresType, Value) = isText ? (.text, .string("a")) : (.bytea, .data(Data([1])))
    let problem = #expect(throws: PostgresType.Problem.self) { try type.encode(value, into: &bytes) }
    guard case .tooMuch(count + 1) = problem else {
      Issue.record("\(problem as Any)")
      return
    }
    #expect(bytes.count == count)
  }

  @Test("A text that no index takes is an error, and nothing is lost")
  func longText() throws {
    let entity = NSEntityDescription("Page", [NSAttributeDescription("text")])
    entity.indexes = [
      NSFetchIndexDescription(
        name: "byText",
        elements: entity.properties.map { NSFetchIndexElementDescription(property: $0, collationType: .binary) })
    ]
    let context = PostgresPair.context(
      try coordinator(NSManagedObjectModel([entity]), PostgresCluster.shared.get().newURL()))
    try context.performAndWait {
      let text = (0..<2000).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
      let page = try context.insert("Page", ["text": text])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreSaveError)
      #expect(error?.localizedDescription.contains("An object of Page cannot be saved") == true, "\(error as Any)")
      #expect(page.text("text") == text)
      page.setValue("short", forKey: "text")
      try context.save()
      #expect(try context.texts("Page", "text") == ["short"])
    }
  }

  @Test("A store that another program drops is an error that says what to do, also for a list")
  func dropped() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "dropped"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let context = PostgresPair.context(pair.first)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    try context.performAndWait {
      try list.performFetch()
      #expect(list.fetchedObjects?.count == 1)
    }
    try cluster.sql("DROP SCHEMA dropped CASCADE")
    try context.performAndWait {
      // The list still follows the object that is not saved.
      try context.insert("Artist", ["name": "b"])
      context.processPendingChanges()
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError, "\(error as Any)")
      #expect(error?.localizedDescription.contains("open it again") == true)
      #expect(throws: NSError.self) { try context.fetch(request) }
    }
  }

  @Test("A schema that a user may not use is an error that says so, and not a store that is missing")
  func unusableSchema() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "barred"))
    try cluster.sql("CREATE ROLE barred LOGIN; GRANT CREATE ON DATABASE lists TO barred")
    let url = try #require(URL(string: pair.url.absoluteString.replacing("test@", with: "barred@")))
    func check(_ body: () throws -> Void) {
      let error = #expect(throws: NSError.self) { try body() }
      #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue, "\(error as Any)")
      #expect(error?.localizedDescription.contains("permission denied for schema barred") == true, "\(error as Any)")
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    for isReadOnly in [false, true] {
      check {
        _ = try coordinator.addPersistentStore(
          type: .postgreSQL, at: url, options: [NSReadOnlyPersistentStoreOption: isReadOnly])
      }
    }
    check { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .postgreSQL, at: url) }
    check { try coordinator.destroyPersistentStore(at: url, type: .postgreSQL) }
    #expect(try PostgresPair.contents(pair.url).isEmpty)
  }

  @Test("A server that is too old is an error that says so, and is asked nothing")
  func oldServer() throws {
    let server = try OldServer(version: "9.4.26")
    defer { server.stop() }
    let error = #expect(throws: NSError.self) {
      try coordinator(MusicModel.make(), try server.url(schema: "music"))
    }
    #expect(error?.code == NSPersistentStoreOpenError)
    #expect(error?.localizedDescription.contains("PostgreSQL 9, and 13 or later is needed") == true)
    #expect(!server.wasAsked)
  }

  /// Another program has written the largest possible number.
  @Test("A history whose numbers are at their end is an error of a save, and who follows goes on")
  func greatestNumber() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "greatest"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let rows = try PostgresPair.rows(pair.first)
    let (version, span) = (try rows.externalVersion(), try #require(try rows.historySpan()))
    rows.endReadTransaction()
    try cluster.sql("UPDATE \"Z_HISTORY\" SET \"ZLAST\" = \(Int64.max)", schema: "greatest")
    let news = try #require(try rows.news(since: version, after: span.last))
    #expect(news.last == .max && news.changes?.isEmpty == true)
    let next = try #require(try rows.news(since: news.version, after: news.last))
    #expect(next.last == .max && next.changes?.isEmpty == true)
    rows.endReadTransaction()
    let error = #expect(throws: NSError.self) { try pair.elsewhere { try $0.insert("Artist", ["name": "b"]) } }
    #expect(error?.code == NSPersistentStoreSaveError, "\(error as Any)")
    #expect(try PostgresPair.contents(pair.url) == ["a"])
  }

  /// The numbers are at their end here, too, and the history is deleted.
  @Test("A token of which the history has nothing has expired, whatever the numbers are")
  func greatestNumberAlone() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "greatestalone"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    try cluster.sql(
      "UPDATE \"Z_HISTORY\" SET \"ZLAST\" = \(Int64.max); DELETE FROM \"ATRANSACTION\"", schema: "greatestalone")
    let store = try #require(pair.first.persistentStores.first)
    let token = NSPersistentHistoryToken(numbers: [try #require(store.identifier): 1])
    let transactions = try #require(NSPersistentHistoryTransaction.fetchRequest)
    transactions.predicate = NSPredicate(format: "token > %@", token)
    let context = PostgresPair.context(pair.first)
    for request in [
      NSPersistentHistoryChangeRequest.fetchHistory(after: token),
      NSPersistentHistoryChangeRequest.fetchHistory(withFetch: transactions),
    ] {
      let error = #expect(throws: NSError.self) { try context.performAndWait { _ = try context.execute(request) } }
      #expect(error?.code == NSPersistentHistoryTokenExpiredError, "\(error as Any)")
    }
  }

  @Test("A new watch after a cancelled one is notified of later writes")
  func watchingAgain() async throws {
    let pair = try PostgresPair()
    let rows = try #require(pair.first.persistentStores.first).rows
    for round in 0..<3 {
      let received = Protected(false)
      let watch = rows.watchWrites { received.withLock { $0 = true } }
      #expect(watch != nil)
      try pair.elsewhere { try $0.insert("Artist", ["name": "a\(round)"]) }
      let end = Date().addingTimeInterval(60)
      while !received.withLock({ $0 }), Date() < end { try await Task.sleep(for: .milliseconds(10)) }
      #expect(received.withLock { $0 }, "round \(round)")
      withExtendedLifetime(watch) {}
    }
  }
}
