import Foundation

/// The state of the stores that is read.
extension ObjectGraph {
  /// The source of a store's rows: the pinned generation, if there is one, or the store itself.
  func rows(of store: NSPersistentStore) throws -> any RowStore {
    if case .newest = generation { return store.rows }
    if case .next = generation { try pin() }
    guard case .pinned(let token) = generation else { return store.rows }
    return token.pins[ObjectIdentifier(store.rows)] ?? store.rows
  }

  private func pin() throws {
    var pins: [ObjectIdentifier: any RowStore] = [:]
    for store in registry.coordinator?.persistentStores ?? [] {
      pins[ObjectIdentifier(store.rows)] = try store.rows.pinned()
    }
    read(.pinned(NSQueryGenerationToken(pins)))
  }

  /// Makes a pinned context pin the state that is the newest at its next read.
  func advanceGeneration() {
    if case .pinned = generation { read(.next) }
  }

  /// Runs a save on the newest state, because conflicts are detected there. If the save succeeds, a pinned context
  /// continues with the state after it.
  func withNewestGeneration<T>(_ body: () throws -> T) throws -> T {
    guard case .pinned = generation else { return try body() }
    let old = generation
    read(.newest)
    do {
      let result = try body()
      read(.next)
      return result
    } catch {
      read(old)
      throw error
    }
  }

  /// Ends the read transaction if it is older than the context's `stalenessInterval`.
  func endStaleReading() {
    guard parentRows == nil, let interval = registry.context?.stalenessInterval, interval >= 0 else { return }
    if let beginning = readScope.beginning, beginning.duration(to: .now) >= .seconds(interval) {
      readScope.endReading()
    }
    readScope.noteBeginning()
  }
}
