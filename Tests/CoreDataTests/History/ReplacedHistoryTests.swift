import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// When a copy has replaced its store, an earlier token either leads to everything that was saved since, or has
/// expired.
@Suite("Histories of copies")
struct ReplacedHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func newURL(_ type: String, _ name: String) -> URL {
    StoresOnServers.newURL(type) ?? folder.file("\(name).sqlite")
  }

  /// Opens a store, saves several times, and closes it.
  ///
  /// - Returns: the current token of the store's history, and the store's identifier.
  @discardableResult
  private func saving(
    _ count: Int, _ type: String, at url: URL
  ) throws -> (token: NSPersistentHistoryToken, identifier: String) {
    try with(type, url) { stack in
      for number in 0..<count { try stack.saving { try $0.insert("Tag", ["name": "\(number)"]) } }
      let token = try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
      return (token, try #require(stack.store.identifier))
    }
  }

  /// Opens a store, runs a closure with it, and closes it.
  private func with<Result>(_ type: String, _ url: URL, _ body: (HistoryStack) throws -> Result) throws -> Result {
    let stack = try HistoryStack(type, at: url)
    // An open store cannot be replaced.
    defer { try? stack.coordinator.remove(stack.store) }
    return try body(stack)
  }

  private func replace(_ destination: URL, with source: URL, _ type: String) throws {
    try NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make()).replacePersistentStore(
      at: destination, withPersistentStoreFrom: source, ofType: type)
  }

  /// Saves twice, and fetches the history after a token.
  ///
  /// - Returns: the number of transactions; nil, if the token has expired or belongs to another store.
  private func found(after token: NSPersistentHistoryToken, _ type: String, at url: URL) throws -> Int? {
    let (former, _) = try saving(0, type, at: url)
    try saving(2, type, at: url)
    return try with(type, url) { (stack) throws -> Int? in
      // A token that was taken from the copy must always lead to both saves.
      #expect(try stack.transactions(after: former).count == 2)
      do {
        return try stack.transactions(after: token).count
      } catch let error as NSError {
        #expect([NSPersistentHistoryTokenExpiredError, 134501].contains(error.code), "\(error)")
        return nil
      }
    }
  }

  @Test("A copy where no store was goes on with the source's numbers", arguments: HistoryStack.types)
  func copied(type: String) throws {
    let (source, copy) = (newURL(type, "source"), newURL(type, "copy"))
    let (early, identifier) = try saving(3, type, at: source)
    let (late, _) = try saving(4, type, at: source)
    try replace(copy, with: source, type)
    #expect(try saving(0, type, at: copy).identifier == identifier)
    // Nothing was saved between this token and the copy.
    #expect(try found(after: late, type, at: copy) == 2)
    // A file's history is copied, a server's is not.
    let whole = type == NSSQLiteStoreType ? 8 : nil
    #expect(try found(after: early, type, at: copy) == whole)
  }

  @Test("A store that its own backup replaces does not give its numbers again", arguments: HistoryStack.types)
  func restored(type: String) throws {
    let (store, backup) = (newURL(type, "store"), newURL(type, "backup"))
    try saving(3, type, at: store)
    try replace(backup, with: store, type)
    let (between, _) = try saving(1, type, at: store)
    let (last, _) = try saving(4, type, at: store)
    try replace(store, with: backup, type)
    let isFile = type == NSSQLiteStoreType
    #expect(try found(after: between, type, at: store) == (isFile ? 2 : nil))
    #expect(try found(after: last, type, at: store) == (isFile ? 4 : nil))
    try with(type, store) { stack in
      let numbers = try stack.transactions().map(\.transactionNumber)
      #expect(Set(numbers).count == numbers.count)
      #expect(!numbers.contains { (4...8).contains($0) })
    }
  }

  @Test("Two copies that were both saved to give no number of the one for one of the other", .onServers)
  func parted() throws {
    let type = try #require(StoresOnServers.types.first)
    let (first, second) = (newURL(type, "first"), newURL(type, "second"))
    try saving(3, type, at: first)
    try replace(second, with: first, type)
    let (token, _) = try saving(2, type, at: first)
    try saving(2, type, at: second)
    try replace(first, with: second, type)
    #expect(try found(after: token, type, at: first) == nil)
  }

  @Test("A copy of another kind is another store, of which a token knows nothing", .onServers)
  func acrossKinds() throws {
    let server = try #require(StoresOnServers.types.first)
    for (from, to) in [(server, NSSQLiteStoreType), (NSSQLiteStoreType, server)] {
      let (source, copy) = (newURL(from, "from"), newURL(to, "to"))
      let (token, identifier) = try saving(3, from, at: source)
      try replace(copy, with: source, NSSQLiteStoreType)
      #expect(try saving(0, to, at: copy).identifier != identifier)
      #expect(try found(after: token, to, at: copy) == nil)
    }
  }

  @Test("A store that moves to a server is another one; so is one that moves from server to server", .onServers)
  func migrated() throws {
    let server = try #require(StoresOnServers.types.first)
    for from in HistoryStack.types {
      let (source, copy) = (newURL(from, "moving"), newURL(server, ""))
      let (token, identifier) = try saving(3, from, at: source)
      try with(from, source) { stack in
        let moved = try stack.coordinator.migratePersistentStore(stack.store, to: copy, withType: server)
        #expect(moved.identifier != identifier)
        try stack.coordinator.remove(moved)
      }
      #expect(try found(after: token, server, at: copy) == nil)
    }
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var onServers: Self { .enabled(if: StoresOnServers.missing == nil) }
}
