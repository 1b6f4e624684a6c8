import Foundation

/// Contexts that fetch from another context and save to it.
///
/// A context waits for its parent, never the other way: what a parent has to report is scheduled on its children's
/// queues. So no two contexts wait for each other.
extension NSManagedObjectContext {
  func setParent(_ parent: NSManagedObjectContext?) {
    guard parent !== superior else { return }
    guard let parent, superior == nil, coordinator == nil else {
      fatalError(
        "parent: the context has a \(superior == nil ? "coordinator" : "parent") already. "
          + "Make a new context, and set its parent before anything else."
      )
    }
    guard parent !== self, !parent.descends(from: self) else {
      fatalError("parent: the context is above its parent, so that neither would reach a store.")
    }
    superior = parent
    parentRows = ParentRows(of: self, in: parent)
    parent.lineage.withLock { $0.add(handle) }
    adopt(parent.coordinator)
  }

  /// The contexts whose parent this one is.
  var children: [NSManagedObjectContext] { lineage.withLock(\.children).compactMap(\.context) }

  func descends(from context: NSManagedObjectContext) -> Bool {
    var above = superior
    while let next = above {
      if next === context { return true }
      above = next.superior
    }
    return false
  }

  /// Whether a context above this one is of the main queue.
  var descendsFromMain: Bool {
    var above = superior
    while let next = above {
      if next.concurrencyType == .mainQueueConcurrencyType { return true }
      above = next.superior
    }
    return false
  }

  /// A number that grows with each change of what the context reads, whether it is reported to it or not: with writes
  /// to the stores and, where there is a parent, with each event of that. Nil without a coordinator.
  var sourceNumber: Int? {
    guard let superior else { return registry.coordinator?.saveNumber }
    return superior.sourceNumber.map { $0 + superior.lineage.withLock(\.number) }
  }

  /// Whether the rows of a write of these numbers are those that the context reads now.
  func isNewest(_ numbers: [Int]) -> Bool {
    if superior == nil { return registry.coordinator?.isNewest(numbers) ?? false }
    return sourceNumber.map(numbers.contains) ?? false
  }

  /// The source of an entity's rows: the parent, or the store that holds the entity.
  ///
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when no store holds it.
  func requireRows(holding entity: Int) throws -> any RowStore {
    let store = try requireStore(holding: entity)
    return try parentRows ?? rows(of: store)
  }

  /// Whether surely no row stands behind a key: a parent has rows with temporary ones.
  func isUnsaved(_ key: RowKey) -> Bool { key.isTemporary && superior == nil }

  /// Answers a child, with the changes processed that were made until now.
  func answer<T>(_ body: () throws -> T) rethrows -> T { try confinement.answer { try answerHere(body) } }

  private func answerHere<T>(_ body: () throws -> T) rethrows -> T {
    processEvents()
    // The child may ask again before an event of this context ends.
    defer { readScope.forgetRow() }
    return try body()
  }

  /// Runs something while nothing else changes the contexts above this one.
  func withParents<T>(_ body: () throws -> T) rethrows -> T {
    guard let superior else { return try body() }
    // From below to above, as all contexts wait.
    return try superior.answer {
      try superior.withParents {
        takePromotions()
        return try body()
      }
    }
  }

  /// Ends the read transactions of this context's reads, and of those above it.
  func endReading() {
    let hasAsked = readScope.hasReadStores
    readScope.endReading()
    if hasAsked { superior?.answer { superior?.endReadingOfChild() } }
  }

  private func endReadingOfChild() {
    // On the main queue the program may read without a block.
    if concurrencyType == .mainQueueConcurrencyType { noteActivity() } else { endReadTransaction() }
  }
}
