import Foundation

extension NSManagedObjectContext {
  /// Adds an observer, which the context does not keep alive.
  package func addObserver(_ observer: any ContextObserver) { events.observers.add(observer) }

  /// Adds an observer of the bounds of events, which the context does not keep alive.
  package func addEventObserver(_ observer: any ContextEventObserver) { events.observers.ofBounds.add(observer) }

  func removeObserver(_ observer: any ContextObserver) { events.observers.remove(observer) }

  /// Applies delete rules, and delivers what changed, and what observers change then, in order.
  func processEvents() {
    // A callback of a deletion: the event ends when all its rules are applied.
    if changes.isPropagating { return }
    recentOrderedSet = nil
    parentLink.takePromotions()
    events.closeAndDeliver()
  }

  /// Ends the event in a turn of the main queue.
  func endTurn() {
    scheduler.beginScheduled()
    processEvents()
    undoManager?.endEvent()
    parentLink.endReadTransaction()
  }

  /// Gives the objects the permanent keys that their rows have got in the parent.
  func takePromotions() { parentLink.takePromotions() }

  /// Gives objects permanent keys before they are saved.
  func promote(_ objects: [NSManagedObject]) throws { try saver.obtainPermanentKeys(for: objects) }

  /// Schedules a merge on the queue of each child that merges automatically.
  ///
  /// - Parameter source: the child whose save it was.
  func mergeIntoChildren(_ keys: SavedKeys, except source: NSManagedObjectContext? = nil) {
    merger.mergeIntoChildren(keys, except: source)
  }

  /// Merges what another context has changed, as this one's parent or store has it now.
  func follow(_ keys: SavedKeys, external: [ExternalSpan] = [], of store: NSPersistentStore? = nil) {
    merger.follow(keys, external: external, of: store)
  }

  /// Merges what another context of the coordinator saved.
  func merge(_ saved: SavedChanges) { merger.merge(saved) }

  /// Whether a child's save would take away what this context writes, or what delete rules go through.
  var forbidsSave: Bool { saver.isWriting || changes.isPropagating }

  /// Apple has no name for the code.
  static let saveInsideSave = NSError.coreData(
    132_001,
    "save() was called in a save of the same context, by willSave(), a validation or an observer of the will-save "
      + "notification, or by prepareForDeletion() while delete rules are applied. What is changed there is saved with the rest."
  )
}
