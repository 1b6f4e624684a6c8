import Foundation

/// Saving: all of it or nothing.
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
    // An observer of that notification may change something.
    try callWillSave()
    try validateUntilUnchanged()
    guard context.hasChanges || !changes.pending.locked.isEmpty || hasUnsavedMetadata else {
      graph.advanceGeneration()
      if events.isSilent { return }
      // All that a child had saved to here may have been taken back.
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

  /// Runs a block outside the current save, so that changes made by save observers belong to the next one.
  private func outsideOfSave(_ body: () -> Void) {
    let (wasInside, wasWriting) = (isInsideSave, isWriting)
    (isInsideSave, isWriting) = (false, false)
    defer { (isInsideSave, isWriting) = (wasInside, wasWriting) }
    events.whileSaving(false, body)
  }

  /// Hands the changes to the context above, which looks at unique values when it saves itself.
  private func writeToParent() throws -> SaveOutcome {
    var settled = ObjectList()
    var outcome = try write(&settled)
    outcome.settled = settled
    return outcome
  }

  /// Writes the changes, having the merge policy settle what the stores refuse.
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

  /// The stores whose metadata the program has changed; a batch request leaves them to the next save, and those of a
  /// read-only store wait until it may be written.
  private var storesWithUnsavedMetadata: [NSPersistentStore] {
    events.isSilent || parentLink.superior != nil
      ? [] : graph.registry.coordinator?.persistentStores.filter { $0.hasUnsavedMetadata && !$0.isReadOnly } ?? []
  }

  private var hasUnsavedMetadata: Bool { !storesWithUnsavedMetadata.isEmpty }

  /// Calls `willSave`, again as long as it changes something.
  func callWillSave() throws {
    for _ in 0..<1000 {
      let closed = events.eventQueue.closed
      // One may reset the context, or take another out of it.
      let registry = graph.registry
      for object in changes.pending.inserted.all where object.isOf(registry) { object.willSave() }
      for object in changes.pending.updated.all where object.isOf(registry) && !object.differsOnlyInImplied {
        object.willSave()
      }
      for object in changes.pending.deleted.all where object.isOf(registry) { object.willSave() }
      // A fetch within it has ended the event of what was changed before.
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

  /// Validates the changes, and again those that validation itself made, which are delivered like those of `willSave`.
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
      // A fetch within it has ended the event of what was changed before.
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

  /// - Parameter changed: the objects to validate; nil for all that have changes.
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
        // One list: an object's own gathering is opened.
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

  /// Writes the changes, settling conflicts of versions by the merge policy.
  ///
  /// - Parameter settled: gathers the objects whose values the policy replaced.
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

  /// Finishes the save of the stores that were written before another store refused: they stay written.
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
  /// Whether objects and changes must stay as they are.
  var keepsChanges: Bool { isWriting || changes.isPropagating || graph.isForgetting }

  /// Logs that something was called where it would take away what a save is writing, or what delete rules go through.
  ///
  /// - Returns: whether the call is to do nothing.
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
  /// Whether the object belongs to a registry still.
  fileprivate final func isOf(_ registry: ObjectRegistry) -> Bool {
    self.registry === registry && !flags.contains(.withdrawn)
  }
}
