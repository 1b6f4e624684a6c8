#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  @testable import CoreData

  @Suite("What a server has limits for, and what happens behind a store's back", .onServer)
  struct PostgresOddTests {
    private func coordinator(_ model: NSManagedObjectModel, _ url: URL) throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(type: .postgreSQL, at: url)
      return coordinator
    }

    /// A name on a server has 63 bytes. Two attributes and two relationships begin with more that is the same.
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

    /// Its bytes are never touched: a gibibyte of zeros takes no memory.
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
        // The list follows what it can: the object that is not saved.
        try context.insert("Artist", ["name": "b"])
        context.processPendingChanges()
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError, "\(error as Any)")
        #expect(error?.localizedDescription.contains("open it again") == true)
        #expect(throws: NSError.self) { try context.fetch(request) }
      }
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

    @Test("Who stops watching and watches again hears of what comes then")
    func watchingAgain() async throws {
      let pair = try PostgresPair()
      let rows = try #require(pair.first.persistentStores.first).rows
      for round in 0..<3 {
        let heard = Protected(false)
        let watch = rows.watchWrites { heard.withLock { $0 = true } }
        #expect(watch != nil)
        try pair.elsewhere { try $0.insert("Artist", ["name": "a\(round)"]) }
        let end = Date().addingTimeInterval(60)
        while !heard.withLock({ $0 }), Date() < end { try await Task.sleep(for: .milliseconds(10)) }
        #expect(heard.withLock { $0 }, "round \(round)")
        withExtendedLifetime(watch) {}
      }
    }
  }
#endif
