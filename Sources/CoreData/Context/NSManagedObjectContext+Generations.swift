import Foundation

extension NSManagedObjectContext {
  /// The generation of the stores' data that the context reads; nil where it reads the newest one, and for a context
  /// that has a parent.
  ///
  /// It is ``NSQueryGenerationToken/current`` until the context has read something.
  public var queryGenerationToken: NSQueryGenerationToken? { parentLink.superior == nil ? graph.generation.token : nil }

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
    guard parentLink.superior == nil else {
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
    graph.read(new)
  }
}
