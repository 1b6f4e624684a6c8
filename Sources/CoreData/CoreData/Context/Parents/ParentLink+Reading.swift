import Foundation

/// Reading from the parent. A child waits for its parent's queue.
extension ParentLink {
  func setParent(_ parent: NSManagedObjectContext?) {
    guard parent !== superior else { return }
    guard let parent, superior == nil, graph.coordinator == nil else {
      fatalError(
        "parent: the context has a \(superior == nil ? "coordinator" : "parent") already. "
          + "Make a new context, and set its parent before anything else."
      )
    }
    guard parent !== context, !parent.parentLink.descends(from: context) else {
      fatalError("parent: the context is above its parent, so that neither would reach a store.")
    }
    superior = parent
    graph.readFromParent(ParentRows(of: context, in: parent))
    parent.events.lineage.withLock { $0.add(context.handle) }
    context.adopt(parent.graph.coordinator)
  }

  func descends(from context: NSManagedObjectContext) -> Bool {
    var above = superior
    while let next = above {
      if next === context { return true }
      above = next.parentLink.superior
    }
    return false
  }

  /// Whether an ancestor of this context is bound to the main queue.
  var descendsFromMain: Bool {
    var above = superior
    while let next = above {
      if next.concurrencyType == .mainQueueConcurrencyType { return true }
      above = next.parentLink.superior
    }
    return false
  }

  /// Runs a request of a child on this context's queue, after the pending changes are processed.
  func answer<T>(_ body: () throws -> T) rethrows -> T { try scheduler.queue.answer { try answerHere(body) } }

  private func answerHere<T>(_ body: () throws -> T) rethrows -> T {
    context.processEvents()
    // The child may send another request before an event of this context ends, so the last row is not reused.
    defer { graph.forgetRow() }
    return try body()
  }

  /// Runs a block while no other code changes the ancestors of this context.
  func withParents<T>(_ body: () throws -> T) rethrows -> T {
    guard let superior else { return try body() }
    // All contexts wait in the same direction, from child to parent, so that there is no deadlock.
    return try superior.parentLink.answer {
      try superior.parentLink.withParents {
        takePromotions()
        return try body()
      }
    }
  }

  /// Ends the read transactions of this context and of its ancestors.
  func endReading() {
    let hasAsked = graph.readScope.hasReadStores
    graph.readScope.endReading()
    if hasAsked { superior?.parentLink.answer { superior?.parentLink.endReadingOfChild() } }
  }

  private func endReadingOfChild() {
    // On the main queue the program may read outside a block, so the transaction ends with the turn.
    if context.concurrencyType == .mainQueueConcurrencyType { scheduler.noteActivity() } else { endReadTransaction() }
  }

  /// Releases the objects that the event kept, and makes the next event read the newest saved state.
  func endReadTransaction() {
    guard !scheduler.isInBlock else { return }
    endReading()
    graph.readScope = ReadScope()
  }
}
