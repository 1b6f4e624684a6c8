import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Persistent history")
struct HistoryTests {
  @Test(
    "A save is a transaction with the changes of all rows, both ends of what has no column", arguments: MusicStack.types
  )
  func changes(type: String) throws {
    let stack = try HistoryStack(type)
    let context = stack.newContext(author: "Ada")
    context.name = "editor"
    try context.performAndWait {
      let track = try context.insert("Track", ["title": "So what", "code": "s"])
      let tag = try context.insert("Tag", ["name": "cool"])
      try context.save()
      track.setValue("So What", forKey: "title")
      track.setValue([tag] as Set, forKey: "tags")
      context.transactionAuthor = nil
      try context.save()
      // A save without changes makes no transaction.
      try context.save()
      context.delete(track)
      context.transactionAuthor = "Ben"
      try context.save()
    }
    #expect(
      try stack.trace() == [
        "1 Ada insert Track1 [] []", "1 Ada insert Tag1 [] []", "2 - update Track1 [tags title] []",
        "2 - update Tag1 [tracks] []", "3 Ben update Tag1 [tracks] []",
        "3 Ben delete Track1 [] [code=s title=So What]",
      ])
    let transactions = try stack.transactions()
    #expect(transactions.map(\.contextName) == ["editor", "editor", "editor"])
    #expect(Set(transactions.map(\.processID)).count == 1)
    #expect(!transactions[0].bundleID.isEmpty)
    #expect(transactions.map(\.storeID) == Array(repeating: stack.store.identifier, count: 3))
    #expect(transactions[0].timestamp <= transactions[2].timestamp)
    #expect(transactions[1].changes?.map(\.changeID) == [3, 4])
    #expect(transactions[1].changes?.first?.transaction == transactions[1])
  }

  @Test("A token leads to what came after it, also out of an archive", arguments: MusicStack.types)
  func tokens(type: String) throws {
    let stack = try HistoryStack(type)
    for name in ["a", "b", "c"] { try stack.saving { try $0.insert("Tag", ["name": name]) } }
    let all = try stack.transactions()
    #expect(all.map(\.transactionNumber) == [1, 2, 3])
    let data = try NSKeyedArchiver.archivedData(withRootObject: all[0].token, requiringSecureCoding: true)
    let token = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data))
    #expect(token == all[0].token)
    #expect(try stack.transactions(after: token) == Array(all[1...]))
    let current = try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
    #expect(current == all[2].token)
    #expect(try stack.transactions(after: current).isEmpty)
    #expect(try stack.result(.fetchHistory(after: all[1]), as: [NSPersistentHistoryTransaction].self) == [all[2]])
    #expect(
      try stack.result(.fetchHistory(after: Date.distantFuture), as: [NSPersistentHistoryTransaction].self).isEmpty)
    #expect(try stack.result(.fetchHistory(after: Date.distantPast), as: [NSPersistentHistoryTransaction].self) == all)
  }

  @Test("A token of another store is refused, whatever is asked with it", arguments: HistoryStack.types)
  func foreignTokens(type: String) throws {
    let (stack, other) = (try HistoryStack(type), try HistoryStack(type))
    for one in [stack, other] {
      try one.saving { try $0.insert("Tag", ["name": "a"]) }
    }
    let token = try #require(other.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let requests: [NSPersistentHistoryChangeRequest] = [.fetchHistory(after: token), .deleteHistory(before: token)]
    for request in requests {
      let error = #expect(throws: NSError.self) { try stack.result(request, as: NSObject.self) }
      #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134501, "\(String(describing: error))")
    }
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "token > %@", token)
    let error = #expect(throws: NSError.self) {
      try stack.result(NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch), as: NSObject.self)
    }
    #expect(error?.code == 134501)
    // A token of both stores is valid for each of them.
    let own = try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let both = NSPersistentHistoryToken(numbers: own.numbers.merging(token.numbers) { $1 })
    let found = try stack.result(.fetchHistory(after: both), as: [NSPersistentHistoryTransaction].self)
    #expect(found.isEmpty)
  }

  @Test("The result is of the kind that is asked for", arguments: MusicStack.types)
  func kinds(type: String) throws {
    let stack = try HistoryStack(type)
    try stack.saving { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      tag.setValue("b", forKey: "name")
    }
    func result<Result>(_ type: NSPersistentHistoryResultType, as _: Result.Type = Result.self) throws -> Result {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      request.resultType = type
      return try stack.result(request)
    }
    #expect(try result(.statusOnly, as: NSNumber.self) == 1)
    #expect(try result(.count, as: NSNumber.self) == 2)
    #expect(try result(.objectIDs, as: [NSManagedObjectID].self).count == 1)
    let transactions: [NSPersistentHistoryTransaction] = try result(.transactionsOnly)
    #expect(transactions.map { $0.changes == nil } == [true, true])
    #expect(try result(.changesOnly, as: [NSPersistentHistoryChange].self).map(\.changeType) == [.insert, .update])
  }

  @Test("A fetch request says which transactions or changes", arguments: MusicStack.types)
  func predicates(type: String) throws {
    let stack = try HistoryStack(type)
    try stack.saving(author: "Ada") { try $0.insert("Tag", ["name": "a"]) }
    try stack.saving(author: "Ben") { try $0.insert("Track", ["title": "b"]) }
    try stack.saving { try $0.insert("Tag", ["name": "c"]) }
    func numbers(_ predicate: NSPredicate) throws -> [Int64] {
      let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
      fetch.predicate = predicate
      return try stack.result(.fetchHistory(withFetch: fetch), as: [NSPersistentHistoryTransaction].self)
        .map(\.transactionNumber)
    }
    #expect(try numbers(NSPredicate(format: "author != %@", "Ada")) == [2, 3])
    #expect(try numbers(NSPredicate(format: "author == nil OR transactionNumber == 1")) == [1, 3])
    let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
    fetch.predicate = NSPredicate(format: "changedEntity == 'Tag'")
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    request.resultType = .changesOnly
    #expect(try stack.result(request, as: [NSPersistentHistoryChange].self).map(\.changeID) == [1, 3])
    fetch.fetchLimit = 1
    #expect(try stack.result(request, as: [NSPersistentHistoryChange].self).map(\.changeID) == [1])
  }

  @Test("The oldest part is deleted; a token from before that is refused, numbers go on", arguments: MusicStack.types)
  func deletion(type: String) throws {
    let stack = try HistoryStack(type)
    for name in ["a", "b", "c"] { try stack.saving { try $0.insert("Tag", ["name": name]) } }
    let all = try stack.transactions()
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: all[2])
    request.resultType = .count
    #expect(try stack.result(request, as: NSNumber.self) == 2)
    #expect(try stack.transactions() == [all[2]])
    #expect(try stack.transactions(after: all[1].token) == [all[2]])
    let error = try #require(throws: NSError.self) { try stack.transactions(after: all[0].token) }
    #expect(error.code == NSPersistentHistoryTokenExpiredError)
    #expect(try stack.result(.deleteHistory(before: Date.distantFuture), as: NSNumber.self) == 1)
    #expect(try stack.transactions().isEmpty)
    #expect(try stack.transactions(after: all[2].token).isEmpty)
    #expect(throws: NSError.self) { try stack.transactions(after: all[1].token) }
    try stack.saving { try $0.insert("Tag", ["name": "d"]) }
    #expect(try stack.transactions(after: all[2].token).map(\.transactionNumber) == [4])
  }

  @Test("A date separates the transactions before it from those after it", arguments: HistoryStack.types)
  func dates(type: String) throws {
    let stack = try HistoryStack(type)
    var dates: [Date] = []
    for name in ["a", "b", "c"] {
      try stack.saving { try $0.insert("Tag", ["name": name]) }
      // The clock may show the same time for a moment.
      Thread.sleep(forTimeInterval: 0.01)
      dates.append(Date())
      Thread.sleep(forTimeInterval: 0.01)
    }
    let all = try stack.transactions()
    func after(_ date: Date) throws -> [NSPersistentHistoryTransaction] {
      try stack.result(.fetchHistory(after: date), as: [NSPersistentHistoryTransaction].self)
    }
    #expect(try dates.map { try after($0) } == [Array(all[1...]), [all[2]], []])
    #expect(all[0].timestamp < dates[0] && dates[0] < all[1].timestamp)
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: dates[1])
    request.resultType = .count
    #expect(try stack.result(request, as: NSNumber.self) == 2)
    #expect(try stack.transactions() == [all[2]])
  }

  @Test("A store without history has none, and keeps one from when it is asked to, whatever the option says then")
  func beginning() throws {
    let folder = try TemporaryFolder()
    func coordinator(_ options: [AnyHashable: Any]?) throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file(), options: options)
      return coordinator
    }
    func save(_ options: [AnyHashable: Any]?) throws -> Int? {
      let coordinator = try coordinator(options)
      defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        try context.insert("Tag", ["name": "a"])
        try context.save()
      }
      let store = try #require(coordinator.persistentStores.first)
      return try store.rows.historySpan().map { Int($0.last) }
    }
    #expect(try save(nil) == nil)
    #expect(try save([NSPersistentHistoryTrackingKey: false]) == nil)
    #expect(try save([NSPersistentHistoryTrackingKey: true]) == 1)
    #expect(try save(nil) == 2)
    let database = try SampleDatabase(folder.file().path)
    defer { database.close() }
    #expect(try database.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1").count == 3)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test("A batch request is a transaction of its context's author", arguments: MusicStack.types)
  func batches(type: String) throws {
    let stack = try HistoryStack(type)
    let context = stack.newContext(author: "importer")
    try context.performAndWait {
      _ = try context.execute(
        NSBatchInsertRequest(entityName: "Tag", objects: [["name": "a"], ["name": "b"]]))
    }
    #expect(try stack.trace() == ["1 importer insert Tag1 [] []", "1 importer insert Tag2 [] []"])
  }

  /// As in Apple's framework, the context with the coordinator executes the request.
  @Test("A batch request of a child is recorded under the author of the root", arguments: HistoryStack.types)
  func authorOfABatch(type: String) throws {
    let stack = try HistoryStack(type)
    let root = stack.newContext(author: "root")
    let child = Family.context(below: Family.context(below: root))
    child.transactionAuthor = "child"
    try child.performAndWait { () throws in
      _ = try child.execute(NSBatchInsertRequest(entityName: "Tag", objects: [["name": "a"]]))
    }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    request.resultType = .transactionsOnly
    #expect(try stack.result(request, as: [NSPersistentHistoryTransaction].self).map(\.author) == ["root"])
  }
}
