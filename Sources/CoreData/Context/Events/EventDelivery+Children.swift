/// The contexts below this one, which count its events and take over its permanent keys.
extension EventDelivery {
  /// The contexts whose parent this one is.
  var children: [NSManagedObjectContext] { lineage.withLock(\.children).compactMap(\.context) }

  /// Counts an event for the children, and keeps the permanent keys that they are to take over.
  ///
  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func noteForChildren(_ event: ContextEvent, callerMerges: Bool = false) {
    lineage.withLock { $0.note(event, callerMerges: callerMerges) }
  }

  /// Notes that objects have lost changes which a child may have saved to here.
  func noteLosses(_ keys: [RowKey]) { lineage.withLock { $0.noteLosses(keys) } }

  /// Returns the keys that a save merges into the children, and forgets them.
  func takeUnmergedKeys() -> SavedKeys { lineage.withLock { $0.takeUnmerged() } }

  /// Has the children take over permanent keys: at once where a child's queue waits for this one or is the same,
  /// otherwise on the child's queue.
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
