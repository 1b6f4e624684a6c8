import Foundation

extension NSManagedObjectContext {
  func setCoordinator(_ coordinator: NSPersistentStoreCoordinator?) {
    guard coordinator !== self.coordinator else { return }
    guard superior == nil else {
      fatalError("persistentStoreCoordinator: a context with a parent uses its parent's. Set that, or no parent.")
    }
    adopt(coordinator)
    coordinator?.register(self)
    if automaticallyMergesChangesFromParent { coordinator?.watchStores() }
    if let coordinator { KnownModels.remember(coordinator.model) }
  }

  /// Uses a coordinator from now on, with no objects; so do the contexts below this one.
  func adopt(_ coordinator: NSPersistentStoreCoordinator?) {
    self.coordinator = coordinator
    startRegistry()
    for child in children { child.adopt(coordinator) }
  }

  /// Disowns all objects, which become faults that can no longer be filled, and starts with none.
  func startRegistry() {
    working.isForgetting = true
    for object in registry.objects where object.flags.isDisjoint(with: .faults) {
      object.flags.insert(.turning)
      object.willTurnIntoFault()
    }
    working.isForgetting = false
    let objects = registry.objects
    registry.disown()
    undoManager?.removeAllActions(withTarget: self)
    for object in objects { object.abandon() }
    registry = ObjectRegistry(coordinator: coordinator, isPlain: makesPlainObjects)
    registry.adopt(by: self)
    pending = PendingChanges(retained: retainsRegisteredObjects ? [] : nil)
    event.removeAll()
    _ = lineage.withLock { $0.takeUnmerged() }
    takenPromotions = superior?.lineage.withLock { $0.promotions.count } ?? 0
    saves = SaveCursor(at: sourceNumber ?? 0)
    readScope = ReadScope()
  }
}
