import Foundation

extension NSManagedObjectContext {
  /// The generation of the stores' data that the context reads. Nil if it always reads the newest data, and for a
  /// context with a parent.
  ///
  /// It is ``NSQueryGenerationToken/current`` until the context has read anything.
  public var queryGenerationToken: NSQueryGenerationToken? { parentLink.superior == nil ? graph.generation.token : nil }

  /// Pins the context to one generation of the stores' data. Later saves do not change the data that it reads.
  ///
  /// Saves of the context are compared with the newest data. After a save, a merge or a reset, the context is pinned
  /// to the generation that is then the newest. Objects keep their values. Read-only stores, and stores that are not
  /// SQLite files with a write-ahead log, are always read in their newest state.
  ///
  /// - Parameter generation: ``NSQueryGenerationToken/current`` for the generation that is the newest at the next
  ///   read, another context's token for that context's generation, or nil to always read the newest. Setting a
  ///   generation on a context with a parent is a programming error, because it reads its parent's data.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if the token belongs to stores that the context does not
  ///   have.
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
