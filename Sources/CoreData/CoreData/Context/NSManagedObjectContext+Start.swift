import Foundation

extension NSManagedObjectContext {
  func setCoordinator(_ coordinator: NSPersistentStoreCoordinator?) {
    guard coordinator !== graph.coordinator else { return }
    guard parentLink.superior == nil else {
      fatalError("persistentStoreCoordinator: a context with a parent uses its parent's. Set that, or no parent.")
    }
    adopt(coordinator)
    coordinator?.register(self)
    if automaticallyMergesChangesFromParent { coordinator?.watchStores() }
    if let coordinator { KnownModels.remember(coordinator.model) }
  }

  /// Switches to a coordinator and discards all objects. The descendants of this context do the same.
  func adopt(_ coordinator: NSPersistentStoreCoordinator?) {
    graph.use(coordinator)
    startRegistry()
    for child in events.children { child.adopt(coordinator) }
  }

  /// Disowns all objects, which become faults that can no longer be filled, and starts with an empty identity map.
  func startRegistry() {
    graph.announceTurning()
    let objects = graph.registry.objects
    graph.registry.disown()
    undoManager?.removeAllActions(withTarget: self)
    for object in objects { object.abandon() }
    graph.startEmpty(in: self)
    changes.startUnchanged()
    _ = events.takeUnmergedKeys()
    parentLink.skipPromotions()
  }

  /// Discards all objects and changes.
  func forgetEverything() {
    requireQueue()
    if saver.ignores("reset()") { return }
    recentOrderedSet = nil
    let notice = ContextNotice()
    notice.event.invalidatedAll = true
    notice.invalidatedAll = graph.registry.objects.map { $0.makeID() }
    parentLink.endReadTransaction()
    graph.advanceGeneration()
    startRegistry()
    events.announceReset(notice)
  }
}
