import Foundation

extension NSManagedObjectContext {
  /// Adds an observer, which the context holds weakly.
  package func addObserver(_ observer: any ContextObserver) { events.observers.add(observer) }

  /// Adds an observer of the begin and end of events, which the context holds weakly.
  package func addEventObserver(_ observer: any ContextEventObserver) { events.observers.ofBounds.add(observer) }

  func removeObserver(_ observer: any ContextObserver) { events.observers.remove(observer) }

  /// Applies delete rules, ends the event, and delivers its changes. Changes that observers make meanwhile are
  /// delivered afterwards, in order.
  func processEvents() {
    // In a callback of a deletion, the event must not end before all delete rules are applied.
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

  /// Gives the objects the permanent keys that their rows received in the parent.
  func takePromotions() { parentLink.takePromotions() }

  /// Gives objects permanent keys before they are saved.
  func promote(_ objects: [NSManagedObject]) throws { try saver.obtainPermanentKeys(for: objects) }

  /// Schedules a merge on the queue of each child with `automaticallyMergesChangesFromParent`.
  ///
  /// - Parameter source: the child that saved; it already has the changes.
  func mergeIntoChildren(_ keys: SavedKeys, except source: NSManagedObjectContext? = nil) {
    merger.mergeIntoChildren(keys, except: source)
  }

  /// Merges the current rows of keys that another context has changed, from this context's parent or stores.
  func follow(_ keys: SavedKeys, external: [ExternalSpan] = [], of store: NSPersistentStore? = nil) {
    merger.follow(keys, external: external, of: store)
  }

  /// Merges the save of another context of the same coordinator.
  func merge(_ saved: SavedChanges) { merger.merge(saved) }

  /// Whether a child must not save now, because its changes would interfere with a save or with delete rules that
  /// this context is applying.
  var forbidsSave: Bool { saver.isWriting || changes.isPropagating }

  /// Apple defines no name for the code.
  static let saveInsideSave = NSError.coreData(
    132_001,
    "save() was called in a save of the same context, by willSave(), a validation or an observer of the will-save "
      + "notification, or by prepareForDeletion() while delete rules are applied. What is changed there is saved with the rest."
  )
}
