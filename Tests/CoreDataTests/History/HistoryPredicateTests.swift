import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Tokens in predicates and notifications")
struct HistoryPredicateTests {
  /// Makes a stack with three saves of one tag each.
  private func story(_ type: String) throws -> HistoryStack {
    let stack = try HistoryStack(type)
    for name in ["a", "b", "c"] { try stack.saving(author: name) { try $0.insert("Tag", ["name": name]) } }
    return stack
  }

  private func numbers(_ predicate: NSPredicate, in stack: HistoryStack) throws -> [Int64] {
    let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
    request.predicate = predicate
    let found = try stack.result(.fetchHistory(withFetch: request), as: [NSPersistentHistoryTransaction].self)
    return found.map(\.transactionNumber)
  }

  @Test("A predicate compares tokens by their places", arguments: MusicStack.types)
  func comparing(type: String) throws {
    let stack = try story(type)
    let tokens = try stack.transactions().map(\.token)
    #expect(try numbers(NSPredicate(format: "token == %@", tokens[1]), in: stack) == [2])
    #expect(try numbers(NSPredicate(format: "token > %@", tokens[0]), in: stack) == [2, 3])
    #expect(try numbers(NSPredicate(format: "token > %@ AND author == 'c'", tokens[0]), in: stack) == [3])
    #expect(try numbers(NSPredicate(format: "token > %@", tokens[2]), in: stack).isEmpty)
  }

  @Test("An entity of another model stands for its name", arguments: MusicStack.types)
  func entities(type: String) throws {
    let stack = try story(type)
    try stack.saving { try $0.insert("Track", ["title": "So What"]) }
    let request = try #require(NSPersistentHistoryChange.fetchRequest)
    let entity = try #require(MusicModel.make().entitiesByName["Track"])
    request.predicate = NSPredicate(format: "changedEntity == %@", entity)
    let history = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: request)
    history.resultType = .changesOnly
    let changes = try stack.result(history, as: [NSPersistentHistoryChange].self)
    #expect(changes.map { $0.changedObjectID.entity.name } == ["Track"])
  }

  @Test("A token of a transaction that is not there has expired", arguments: MusicStack.types)
  func expired(type: String) throws {
    let stack = try story(type)
    let tokens = try stack.transactions().map(\.token)
    _ = try stack.result(.deleteHistory(before: tokens[2]), as: NSNumber.self)
    // A token without a store counts as one of other stores.
    for (token, code) in [
      (tokens[0], NSPersistentHistoryTokenExpiredError), (NSPersistentHistoryToken(numbers: [:]), 134501),
    ] {
      let error = try #require(throws: NSError.self) {
        try numbers(NSPredicate(format: "token > %@", token), in: stack)
      }
      #expect(error.code == code)
    }
    // After the deletion of all transactions, none of them is there.
    _ = try stack.result(.deleteHistory(before: Date.distantFuture), as: NSNumber.self)
    #expect(try stack.transactions().isEmpty)
    for token in [tokens[0], tokens[2]] {
      let error = try #require(throws: NSError.self) {
        try numbers(NSPredicate(format: "token > %@", token), in: stack)
      }
      #expect(error.code == NSPersistentHistoryTokenExpiredError)
    }
  }

  @Test("What is posted after a save has its token, where there is a history", arguments: MusicStack.types)
  func posted(type: String) throws {
    for tracks in [true, false] {
      let stack = try HistoryStack(type, tracksHistory: tracks)
      let context = stack.newContext()
      let seen = Protected<[NSPersistentHistoryToken?]>([])
      let names = [NSManagedObjectContext.didSaveObjectsNotification, .NSManagedObjectContextDidSaveObjectIDs]
      let observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
          let token = UncheckedTransfer(note.userInfo?["newChangeToken"] as? NSPersistentHistoryToken)
          seen.withLock { $0.append(token.value) }
        }
      }
      defer { observers.forEach(NotificationCenter.default.removeObserver) }
      try context.performAndWait {
        try context.insert("Tag", ["name": "a"])
        try context.save()
      }
      let current = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
      // A server's store always has a history, because other contexts follow by it.
      #expect((current != nil) == (tracks || type == NSPostgreSQLStoreType))
      #expect(seen.withLock { $0 } == [current, current])
    }
  }

  /// Another context saves after a save is written and before it is reported.
  @Test(
    "The token of a save is after it, and before later saves of other contexts",
    arguments: MusicStack.types.filter { $0 != NSInMemoryStoreType })
  func overtaken(type: String) throws {
    let stack = try HistoryStack(type)
    let others = try HistoryStack(type, at: stack.store.url)
    let context = stack.newContext()
    let seen = Protected<NSPersistentHistoryToken?>(nil)
    let observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { note in
      let token = UncheckedTransfer(note.userInfo?["newChangeToken"] as? NSPersistentHistoryToken)
      seen.withLock { $0 = token.value }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let overtaking = Overtaking { try others.saving(author: "others") { try $0.insert("Tag", ["name": "b"]) } }
    try context.performAndWait {
      context.addObserver(overtaking)
      try context.insert("Tag", ["name": "a"])
      try context.save()
    }
    try overtaking.result?.get()
    let token = try #require(seen.withLock { $0 })
    #expect(try stack.transactions().map(\.author) == [nil, "others"])
    #expect(try stack.transactions(after: token).map(\.author) == ["others"])
  }

  /// The first save writes to both stores, and another context overtakes it in one of them. The second save writes only
  /// to that store.
  @Test("The token of a save to two stores is behind it in each")
  func twoStores() throws {
    let folder = try TemporaryFolder()
    func coordinator() throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      for name in ["Music", "Folders"] {
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: name, at: folder.url.appendingPathComponent(name),
          options: [NSPersistentHistoryTrackingKey: true])
      }
      return coordinator
    }
    func newContext(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let (first, second) = (try coordinator(), try coordinator())
    let (context, others) = (newContext(first), newContext(second))
    let tokens = Protected<[[Int64?]]>([])
    let stores = UncheckedTransfer(first.persistentStores.map { $0.identifier ?? "" })
    let observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { note in
      let token = note.userInfo?["newChangeToken"] as? NSPersistentHistoryToken
      let numbers = stores.value.map { token?.numbers[$0] }
      tokens.withLock { $0.append(numbers) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let overtaking = Overtaking {
      try others.performAndWait {
        try others.insert("Tag", ["name": "others"])
        try others.save()
      }
    }
    try context.performAndWait {
      context.addObserver(overtaking)
      try context.insert("Tag", ["name": "a"])
      try context.insert("Folder", ["name": "a"])
      try context.save()
      try context.insert("Tag", ["name": "b"])
      try context.save()
    }
    try overtaking.result?.get()
    #expect(tokens.withLock { $0 } == [[1, 1], [3, 1]])
    for coordinator in [first, second] { for store in coordinator.persistentStores { try coordinator.remove(store) } }
  }

  @Test("A dictionary as the option's value turns the history on", arguments: MusicStack.types)
  func configured(type: String) throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: StoresOnServers.newURL(type) ?? folder.file(),
      options: [NSPersistentHistoryTrackingKey: [NSPersistentHistoryTrackingKey: true]])
    #expect(coordinator.currentPersistentHistoryToken(fromStores: [store]) != nil)
    try coordinator.remove(store)
  }
}

/// Calls a closure when a context was saved.
private final class Overtaking: ContextObserver {
  private let act: () throws -> Void
  private(set) var result: Result<Void, any Error>?

  init(_ act: @escaping () throws -> Void) { self.act = act }

  func contextSaved(_ context: NSManagedObjectContext) { result = Result { try act() } }
}
