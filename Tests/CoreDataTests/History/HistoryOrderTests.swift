import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Orders of histories, and histories of several stores")
struct HistoryOrderTests {
  private func request(
    _ fetch: NSFetchRequest<any NSFetchRequestResult>?, _ order: [NSSortDescriptor], limit: Int = 0
  ) throws -> NSPersistentHistoryChangeRequest {
    let fetch = try #require(fetch)
    fetch.sortDescriptors = order
    fetch.fetchLimit = limit
    return .fetchHistory(withFetch: fetch)
  }

  @Test("The newest transactions come first where that is asked for", arguments: MusicStack.types)
  func transactions(type: String) throws {
    let stack = try HistoryStack(type)
    for name in ["b", "a", "b"] { try stack.saving(author: name) { try $0.insert("Tag", ["name": name]) } }
    func numbers(_ order: [NSSortDescriptor], limit: Int = 0) throws -> [Int64] {
      let request = try request(NSPersistentHistoryTransaction.fetchRequest, order, limit: limit)
      return try stack.result(request, as: [NSPersistentHistoryTransaction].self).map(\.transactionNumber)
    }
    let newest = NSSortDescriptor(key: "transactionNumber", ascending: false)
    #expect(try numbers([newest]) == [3, 2, 1])
    #expect(try numbers([newest], limit: 1) == [3])
    #expect(try numbers([NSSortDescriptor(key: "token", ascending: false)], limit: 2) == [3, 2])
    #expect(try numbers([NSSortDescriptor(key: "author", ascending: true), newest]) == [2, 3, 1])
    #expect(try numbers([NSSortDescriptor(key: "author", ascending: true)]) == [2, 1, 3])
    let error = try #require(throws: NSError.self) { try numbers([NSSortDescriptor(key: "name", ascending: true)]) }
    #expect(error.code == NSCoreDataError)
  }

  @Test("Changes come in the order that is asked for", arguments: MusicStack.types)
  func changes(type: String) throws {
    let stack = try HistoryStack(type)
    for name in ["a", "b"] { try stack.saving { try $0.insert("Tag", ["name": name]) } }
    let newest = NSSortDescriptor(key: "changeID", ascending: false)
    let request = try request(NSPersistentHistoryChange.fetchRequest, [newest], limit: 1)
    request.resultType = .changesOnly
    let changes = try stack.result(request, as: [NSPersistentHistoryChange].self)
    #expect(changes.map { $0.changedObjectID.key.primaryKey } == [2])
  }

  // MARK: Several stores

  private func coordinator(
    _ folder: TemporaryFolder, readOnly: Set<String> = []
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    for name in ["Music", "Folders"] {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: name, at: folder.file(name),
        options: [NSPersistentHistoryTrackingKey: true, NSReadOnlyPersistentStoreOption: readOnly.contains(name)])
    }
    return coordinator
  }

  /// Runs a closure with a context on both stores, and then removes the stores from the coordinator.
  private func with<Result>(
    _ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    for name in ["a", "b"] {
      try context.insert("Tag", ["name": name])
      try context.insert("Folder", ["name": name])
      try context.save()
    }
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest, in context: NSManagedObjectContext
  ) throws -> [NSPersistentHistoryTransaction] {
    let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
    return try #require(result.result as? [NSPersistentHistoryTransaction])
  }

  /// The token of a transaction names only its own store.
  @Test("In a predicate, too, a token says nothing of the stores that it does not name")
  func tokenOfOneStore() throws {
    let folder = try TemporaryFolder()
    try with(try coordinator(folder)) { context in
      try fill(context)
      let all = try transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?), in: context)
      let token = try #require(all.first).token
      let after = try transactions(.fetchHistory(after: token), in: context)
      let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
      fetch.predicate = NSPredicate(format: "token > %@", token)
      #expect(try transactions(.fetchHistory(withFetch: fetch), in: context) == after)
      #expect(after == Array(all.dropFirst()))
    }
  }

  @Test("Where one of several stores is opened for reading only, no history is deleted")
  func deletion() throws {
    let folder = try TemporaryFolder()
    let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
    try with(try coordinator(folder)) { try fill($0) }
    try with(try coordinator(folder, readOnly: ["Folders"])) { context in
      #expect(throws: NSError.self) { try context.execute(deletion) }
      let all = try transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?), in: context)
      #expect(all.map(\.transactionNumber) == [1, 2, 1, 2])
    }
  }
}
