import Foundation

/// Saving all changes or none.
extension ContextSaver {
  func saveChanges() throws {
    context.requireQueue()
    guard !isInsideSave, !changes.isPropagating else { throw NSManagedObjectContext.saveInsideSave }
    try events.whileSaving(true, performSave)
  }

  private func performSave() throws {
    context.processEvents()
    isInsideSave = true
    defer { isInsideSave = false }
    if !events.isSilent {
      NotificationCenter.default.post(name: NSManagedObjectContext.willSaveObjectsNotification, object: context)
    }
    // An observer of that notification may have made changes.
    try callWillSave()
    try validateUntilUnchanged()
    guard context.hasChanges || !changes.pending.locked.isEmpty || hasUnsavedMetadata else {
      graph.advanceGeneration()
      if events.isSilent { return }
      // A child may have saved changes to this context that were discarded afterwards, so the children merge them
      // even though there is nothing to save.
      var saved = SavedChanges()
      saved.besides = events.takeUnmergedKeys()
      outsideOfSave {
        post(SavedObjects(), saved)
        merger.mergeIntoChildren(saved.besides)
      }
      return
    }
    guard let coordinator = graph.registry.coordinator else {
      throw NSError.coreData(NSPersistentStoreOperationError, "The context has no coordinator: nothing can be saved.")
    }
    isWriting = true
    defer { isWriting = false }
    let outcome = try graph.withNewestGeneration {
      try parentLink.superior == nil ? write(through: coordinator) : writeToParent()
    }
    outsideOfSave { finish(outcome) }
  }

  /// Runs a block outside the current save, so that changes of save observers belong to the next save.
  private func outsideOfSave(_ body: () -> Void) {
    let (wasInside, wasWriting) = (isInsideSave, isWriting)
    (isInsideSave, isWriting) = (false, false)
    defer { (isInsideSave, isWriting) = (wasInside, wasWriting) }
    events.whileSaving(false, body)
  }

  /// Saves the changes to the parent. The parent's own save checks uniqueness constraints.
  private func writeToParent() throws -> SaveOutcome {
    var settled = ObjectList()
    var outcome = try write(&settled)
    outcome.settled = settled
    return outcome
  }

  /// Writes the changes to the stores. If a store rejects them for a uniqueness constraint, lets the merge policy
  /// resolve it and tries again.
  private func write(through coordinator: NSPersistentStoreCoordinator) throws -> SaveOutcome {
    var settled = ObjectList()
    for _ in 0..<100 {
      do {
        var (outcome, numbers) = try coordinator.numberingSave { try write(&settled) }
        outcome.numbers = numbers
        outcome.settled = settled
        return outcome
      } catch let error as NSError
        where error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectConstraintMergeError
      {
        try settleConstraints(after: error)
      }
    }
    throw NSError.coreData(
      NSManagedObjectConstraintMergeError, "Nothing was saved: after 100 attempts unique values are still in conflict."
    )
  }

  /// The stores whose metadata the program has changed. A batch request leaves the metadata to the next save, and a
  /// read-only store keeps the change until it is writable.
  private var storesWithUnsavedMetadata: [NSPersistentStore] {
    events.isSilent || parentLink.superior != nil
      ? [] : graph.registry.coordinator?.persistentStores.filter { $0.hasUnsavedMetadata && !$0.isReadOnly } ?? []
  }

  private var hasUnsavedMetadata: Bool { !storesWithUnsavedMetadata.isEmpty }

  /// Calls `willSave`, repeatedly as long as it changes anything.
  func callWillSave() throws {
    for _ in 0..<1000 {
      let closed = events.eventQueue.closed
      // An object's `willSave` may reset the context, or remove another object from it.
      let registry = graph.registry
      for object in changes.pending.inserted.all where object.isOf(registry) { object.willSave() }
      for object in changes.pending.updated.all where object.isOf(registry) && !object.differsOnlyInImplied {
        object.willSave()
      }
      for object in changes.pending.deleted.all where object.isOf(registry) { object.willSave() }
      // A fetch in `willSave` may have ended the event that contained the changes, so closed events count too.
      let hasChanged =
        events.eventQueue.closed > closed || !changes.event.isEmpty || !changes.pending.awaitingPropagation.isEmpty
      guard hasChanged else { return }
      context.processEvents()
    }
    throw NSError.coreData(
      NSCoreDataError,
      "The context still has new changes after willSave was called 1000 times: set values there only when they differ, "
        + "or with setPrimitiveValue(_:forKey:)."
    )
  }

  /// Validates the changes, and again all changes that validation itself makes. Those are delivered like changes of
  /// `willSave`.
  func validateUntilUnchanged() throws {
    var changed: ObjectList?
    for _ in 0..<1000 {
      events.beginValidation()
      defer { events.endValidation() }
      do {
        try validateChanges(among: changed)
      } catch {
        context.processEvents()
        throw error
      }
      // A fetch in a validation may have ended the event that contained the changes, so recorded objects count too.
      let hasUnvalidated = events.unvalidated?.isEmpty == false
      guard hasUnvalidated || !changes.event.isEmpty || !changes.pending.awaitingPropagation.isEmpty else { return }
      context.processEvents()
      try callWillSave()
      changed = events.unvalidated
    }
    throw NSError.coreData(
      NSCoreDataError,
      "The context still has new changes after validation was repeated 1000 times: set values there only when they differ."
    )
  }

  /// - Parameter changed: the objects to validate; nil for all objects with changes.
  private func validateChanges(among changed: ObjectList?) throws {
    let registry = graph.registry
    func isChecked(_ object: NSManagedObject) -> Bool {
      object.isOf(registry) && changed?.contains(object) ?? true
    }
    var errors: [NSError] = []
    func check(_ body: () throws -> Void) {
      do {
        try body()
      } catch let error as NSError {
        // The errors form one flat list, so an object's combined error is expanded.
        errors += error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
      }
    }
    for object in changes.pending.deleted.all where isChecked(object) && !object.flags.contains(.gone) {
      check { try object.validateForDelete() }
    }
    for object in changes.pending.inserted.all where isChecked(object) { check { try object.validateForInsert() } }
    for object in changes.pending.updated.all where isChecked(object) && !object.differsOnlyInImplied {
      check { try object.validateForUpdate() }
    }
    guard !errors.isEmpty else { return }
    throw NSError.gathering(
      errors, description: "Nothing was saved: \(errors.count) properties or objects are not valid.")
  }

  /// Writes the changes. Lets the merge policy resolve conflicts of row versions, and tries again.
  ///
  /// - Parameter settled: receives the objects whose values the policy replaced.
  private func write(_ settled: inout ObjectList) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    for _ in 0..<100 {
      let saves = try divideChanges(without: outcome)
      do {
        for save in saves { outcome.add(save, try handOver(save)) }
        return outcome
      } catch let error as SaveConflicts {
        do {
          try resolve(error, &settled)
        } catch {
          finishPart(of: outcome, &settled)
          throw error
        }
      } catch {
        finishPart(of: outcome, &settled)
        throw error
      }
    }
    throw NSError.coreData(
      NSManagedObjectMergeError,
      "Nothing was saved: after 100 attempts another context or process still changes the same rows."
    )
  }

  private func handOver(_ save: StoreSave) throws -> StoreSaveResult {
    isHandingOver = true
    defer { isHandingOver = false }
    return try save.target.save(save.changes)
  }

  /// Completes the save for the stores that had written before another store failed, because their data stays
  /// written.
  private func finishPart(of outcome: SaveOutcome, _ settled: inout ObjectList) {
    if outcome.parts.isEmpty { return }
    var outcome = outcome
    outcome.settled = settled
    settled = ObjectList()
    outsideOfSave { finish(outcome) }
  }

  /// Groups the unsaved changes by target, a store or the parent, and skips targets that have been written.
  private func divideChanges(without outcome: SaveOutcome) throws -> [StoreSave] {
    var saves: [StoreSave] = []
    var places: [ObjectIdentifier: Int] = [:]
    func place(of object: NSManagedObject) throws -> Int? {
      let store = try graph.requireStore(holding: Int(object.entityIndex))
      return try place(in: graph.parentRows ?? store)
    }
    func place(in target: any SaveTarget) throws -> Int? {
      if outcome.parts.contains(where: { $0.save.target === target }) { return nil }
      if let place = places[ObjectIdentifier(target)] { return place }
      try target.checkWritable()
      places[ObjectIdentifier(target)] = saves.count
      saves.append(StoreSave(to: target, by: HistoryOrigin(of: context)))
      return saves.count - 1
    }
    for object in changes.pending.inserted.all {
      if let place = try place(of: object) { try saves[place].insert(object) }
    }
    for object in changes.pending.updated.all {
      guard let place = try place(of: object) else { continue }
      try saves[place].update(object, isLocked: changes.pending.locked.contains(object))
    }
    for object in changes.pending.deleted.all {
      if let place = try place(of: object) { saves[place].delete(object) }
    }
    for object in changes.pending.locked.all where object.flags.isDisjoint(with: .pending) {
      if let place = try place(of: object) { try saves[place].update(object, isLocked: true) }
    }
    for store in storesWithUnsavedMetadata { _ = try place(in: store) }
    return saves
  }
}

extension ContextSaver {
  /// Whether objects and changes must not be modified from outside now.
  var keepsChanges: Bool { isWriting || changes.isPropagating || graph.isForgetting }

  /// Logs that a call is ignored, because it would discard changes that a save writes, delete rules visit or a reset
  /// discards.
  ///
  /// - Returns: whether the caller must do nothing.
  func ignores(_ call: String) -> Bool {
    guard keepsChanges else { return false }
    let what =
      isWriting
      ? "a save writes" : changes.isPropagating ? "delete rules are applied" : "the context is being reset"
    NSLog("%@", "CoreData: \(call) does nothing while \(what). Call it when that is over.")
    return true
  }
}

extension NSManagedObject {
  /// Whether the object still belongs to a registry.
  fileprivate final func isOf(_ registry: ObjectRegistry) -> Bool {
    self.registry === registry && !flags.contains(.withdrawn)
  }
}
