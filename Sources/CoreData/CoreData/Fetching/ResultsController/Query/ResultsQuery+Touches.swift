extension ResultsQuery {
  /// Finds the objects of the list that an event touches: those that it names, and those that refer to a named object
  /// by a path by which the list is sorted, grouped or filtered.
  ///
  /// - Parameters:
  ///   - passedOver: properties to ignore. An object is omitted if only these changed and it keeps its place.
  ///   - hasNewestRows: whether the rows in the event are the newest stored ones.
  /// - Returns: each touched object once, and whether these are all. They are not if a relationship on a path has no
  ///   inverse, so that the objects that refer to a changed one cannot be found.
  /// - Complexity: O(named objects), plus O(objects that refer to a changed one).
  func touches(
    of event: ContextEvent, from source: ContextResults, passedOver: SlotSet, hasNewestRows: Bool
  ) throws -> (touches: [ResultsTouch], isWhole: Bool) {
    var touches: [ResultsTouch] = []
    // If the event reports external writes, the list may have been fetched after these writes, or have followed them
    // by the history. Then it contains the inserted rows already and has reported them.
    let isExternal = !event.external.isEmpty || event.isOfHistory
    func add(
      _ key: RowKey, _ effect: ResultsTouch.Effect, _ slots: SlotSet? = nil, _ row: Row? = nil, isChanged: Bool = true
    ) {
      guard includes(key) else { return }
      touches.append(ResultsTouch(key: key, effect: effect, isChanged: isChanged, slots: slots, row: row))
    }
    let hasInsertedRows = hasNewestRows && event.insertedRows.count == event.inserted.count
    let hasUpdatedRows = hasNewestRows && event.updatedRows.count == event.updated.count
    for (place, key) in event.inserted.enumerated() {
      // The changed slots are unknown, because the object may have been deleted and inserted again.
      add(key, .unknown, nil, hasInsertedRows ? event.insertedRows[place] : nil, isChanged: !isExternal)
    }
    for (place, update) in event.updated.enumerated() {
      if let slots = update.slots, !slots.isEmpty, update.placing?.isSubset(of: slots) == true,
        slots.isSubset(of: model[update.key].impliedSlots)
      {
        continue
      }
      let effect = effect(of: update)
      let isChanged = !isExternal || update.slots?.isEmpty != true
      if effect == .samePlace, !passedOver.isEmpty || !isChanged, update.slots?.isSubset(of: passedOver) == true {
        continue
      }
      add(update.key, effect, update.slots, hasUpdatedRows ? event.updatedRows[place] : nil, isChanged: isChanged)
    }
    for key in event.refreshed { add(key, .unknown) }
    for key in event.deleted { add(key, .gone, SlotSet()) }
    for key in event.invalidated { add(key, .gone, SlotSet()) }
    if dependencies.related.isEmpty { return (touches, true) }

    var indices = Dictionary(zip(touches.map(\.key), 0...)) { first, _ in first }
    var isWhole = true
    func follow(_ key: RowKey, _ slots: SlotSet?) throws {
      for related in dependencies.related where related.entities.contains(Int(key.entity)) {
        if let slot = related.slot, slots?.contains(slot) == false { continue }
        guard let wayBack = related.wayBack else {
          isWhole = false
          continue
        }
        for owner in try source.owners(of: key, by: wayBack) where includes(owner) {
          if let index = indices[owner] {
            if touches[index].effect != .gone { touches[index].effect = .unknown }
          } else {
            indices[owner] = touches.count
            touches.append(ResultsTouch(key: owner, effect: .unknown, isChanged: false, slots: SlotSet()))
          }
        }
      }
    }
    for update in event.updated { try follow(update.key, update.placing) }
    for key in event.refreshed { try follow(key, nil) }
    return (touches, isWhole)
  }

  /// Whether an event certainly names nothing that affects the list, and reports no write to the stores.
  func isPassedBy(_ event: ContextEvent) -> Bool {
    guard dependencies.related.isEmpty, dependencies.reachedRoots.isEmpty, !event.storeChanged, event.saves.isEmpty,
      event.external.isEmpty
    else { return false }
    func names(_ keys: [RowKey]) -> Bool { !keys.isEmpty && keys.contains(where: includes) }
    return !names(event.inserted) && !names(event.deleted) && !names(event.refreshed) && !names(event.invalidated)
      && !event.updated.contains { includes($0.key) }
  }

  /// Whether an event deleted objects to which listed objects may have referred. A deletion elsewhere may not name
  /// the objects that lost a reference; a batch request never does.
  func mayHaveLostReferences(in event: ContextEvent) -> Bool {
    !dependencies.reachedRoots.isEmpty
      && event.deleted.contains { dependencies.reachedRoots.contains(model.entities[Int($0.entity)].root) }
  }

  private func effect(of update: ContextEvent.Update) -> ResultsTouch.Effect {
    // The properties that a computed section key uses are unknown.
    if case .computed = section { return .unknown }
    return dependencies.effect(of: update.placing)
  }
}
