import Foundation

/// The state of the stores that a context reads.
enum ReadGeneration {
  case newest
  /// The state that is the newest at the next read.
  case next
  case pinned(NSQueryGenerationToken)

  var token: NSQueryGenerationToken? {
    switch self {
    case .newest: nil
    case .next: .current
    case .pinned(let token): token
    }
  }
}

extension NSManagedObjectContext {
  /// The generation of the stores' data that the context reads; nil where it reads the newest one, and for a context
  /// that has a parent.
  ///
  /// It is ``NSQueryGenerationToken/current`` until the context has read something.
  public var queryGenerationToken: NSQueryGenerationToken? { superior == nil ? generation.token : nil }

  /// Has the context read one generation of the stores' data, whatever is saved meanwhile.
  ///
  /// Its saves compare with the newest data. After a save, a merge or a reset the context reads the generation that is
  /// the newest then. Objects keep the values that they have. Stores that are not SQLite files with a write-ahead log,
  /// and those that are opened for reading only, are always read as they are.
  ///
  /// - Parameter generation: ``NSQueryGenerationToken/current`` for the one that is the newest when something is read
  ///   next, another context's token for that context's, nil for the newest each time. Setting one on a context that
  ///   has a parent is a programming error: it reads what its parent has.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when the token is of stores that the context does not have.
  public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws { try setGeneration(generation) }

  func setGeneration(_ token: NSQueryGenerationToken?) throws {
    requireQueue()
    guard superior == nil else {
      fatalError("setQueryGenerationFrom: the context has a parent, whose data it reads. Set the generation there.")
    }
    let new: ReadGeneration =
      token.map { $0 === NSQueryGenerationToken.current ? .next : .pinned($0) } ?? .newest
    if case .pinned(let token) = new {
      let known = Set(persistentStoreCoordinator?.persistentStores.map { ObjectIdentifier($0.rows) } ?? [])
      guard token.pins.isEmpty || !known.isDisjoint(with: token.pins.keys) else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "The query generation is of stores that the context's coordinator does not have: take the token of a context "
            + "of the same coordinator.")
      }
    }
    generation = new
    readScope.forgetRow()
  }

  /// The source of a store's rows: the pinned generation, if there is one, or the store itself.
  func rows(of store: NSPersistentStore) throws -> any RowStore {
    if case .newest = generation { return store.rows }
    if case .next = generation { try pin() }
    guard case .pinned(let token) = generation else { return store.rows }
    return token.pins[ObjectIdentifier(store.rows)] ?? store.rows
  }

  private func pin() throws {
    var pins: [ObjectIdentifier: any RowStore] = [:]
    for store in persistentStoreCoordinator?.persistentStores ?? [] {
      pins[ObjectIdentifier(store.rows)] = try store.rows.pinned()
    }
    generation = .pinned(NSQueryGenerationToken(pins))
  }

  /// Makes a context that reads an earlier state read the newest one from now on, and stay with that.
  func advanceGeneration() {
    guard case .pinned = generation else { return }
    generation = .next
    readScope.forgetRow()
  }

  /// Runs a save, which is compared with the newest state. If it succeeds, the context goes on with the state after it.
  func withNewestGeneration<T>(_ body: () throws -> T) throws -> T {
    guard case .pinned = generation else { return try body() }
    let old = generation
    generation = .newest
    readScope.forgetRow()
    do {
      let result = try body()
      generation = .next
      return result
    } catch {
      generation = old
      readScope.forgetRow()
      throw error
    }
  }

  /// Ends a read transaction in which a fault would be filled with what is too old.
  func endStaleReading() {
    guard stalenessInterval >= 0, superior == nil else { return }
    if let beginning = readScope.beginning, beginning.duration(to: .now) >= .seconds(stalenessInterval) {
      readScope.endReading()
    }
    readScope.noteBeginning()
  }
}
