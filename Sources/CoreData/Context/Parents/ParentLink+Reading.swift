import Foundation

/// Reading from the parent, whose queue is waited for.
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

  /// Whether a context above this one is of the main queue.
  var descendsFromMain: Bool {
    var above = superior
    while let next = above {
      if next.concurrencyType == .mainQueueConcurrencyType { return true }
      above = next.parentLink.superior
    }
    return false
  }

  /// Answers a child, with the changes processed that were made until now.
  func answer<T>(_ body: () throws -> T) rethrows -> T { try scheduler.queue.answer { try answerHere(body) } }

  private func answerHere<T>(_ body: () throws -> T) rethrows -> T {
    context.processEvents()
    // The child may ask again before an event of this context ends.
    defer { graph.forgetRow() }
    return try body()
  }

  /// Runs something while nothing else changes the contexts above this one.
  func withParents<T>(_ body: () throws -> T) rethrows -> T {
    guard let superior else { return try body() }
    // From below to above, as all contexts wait.
    return try superior.parentLink.answer {
      try superior.parentLink.withParents {
        takePromotions()
        return try body()
      }
    }
  }

  /// Ends the read transactions of this context's reads, and of those above it.
  func endReading() {
    let hasAsked = graph.readScope.hasReadStores
    graph.readScope.endReading()
    if hasAsked { superior?.parentLink.answer { superior?.parentLink.endReadingOfChild() } }
  }

  private func endReadingOfChild() {
    // On the main queue the program may read without a block.
    if context.concurrencyType == .mainQueueConcurrencyType { scheduler.noteActivity() } else { endReadTransaction() }
  }

  /// Lets go of what the event reached, and has the next one read the newest saved state.
  func endReadTransaction() {
    guard !scheduler.isInBlock else { return }
    endReading()
    graph.readScope = ReadScope()
  }
}
