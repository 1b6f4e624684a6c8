/// The child contexts, which count this context's events and take over its permanent keys.
extension EventDelivery {
  /// The contexts whose parent this one is.
  var children: [NSManagedObjectContext] { lineage.withLock(\.children).compactMap(\.context) }

  /// Counts an event for the children, and stores the permanent keys that they must take over.
  ///
  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func noteForChildren(_ event: ContextEvent, callerMerges: Bool = false) {
    lineage.withLock { $0.note(event, callerMerges: callerMerges) }
  }

  /// Notes that objects lost changes that a child may have saved to this context.
  func noteLosses(_ keys: [RowKey]) { lineage.withLock { $0.noteLosses(keys) } }

  /// Returns the keys that a save merges into the children, and forgets them.
  func takeUnmergedKeys() -> SavedKeys { lineage.withLock { $0.takeUnmerged() } }

  /// Makes the children take over permanent keys: at once if a child's queue waits for this one or is the same,
  /// otherwise asynchronously on the child's queue.
  func promoteInChildren() {
    for child in children {
      if child.scheduler.queue.isCurrent {
        child.takePromotions()
      } else {
        child.perform { [handle = child.handle] in handle.context?.takePromotions() }
      }
    }
  }
}
