import SectionedChanges

extension MemoryDataSource {
  /// Performs changes as one update. Calls nest; the outermost call ends the update.
  ///
  /// If the closure throws an error, the changes of this call are undone. Changes that an outer call made before are
  /// kept, also those of ``SectionedDataSource/performTogether(_:)``.
  ///
  /// - Parameters:
  ///   - origin: the origin that the update reports; nil for the origin of the outer call, or ``UpdateOrigin/program``
  ///     if that has none. If the edits of one step have different origins, the step has ``UpdateOrigin/program``.
  ///   - changes: makes the edits, in any order.
  /// - Returns: the result of the closure.
  /// - Complexity: O(edits · log rows) in addition to the cost of the closure.
  /// - Throws: the error of the closure.
  @inlinable
  @discardableResult
  public func performUpdates<Result>(origin: UpdateOrigin? = nil, _ changes: () throws -> Result) rethrows -> Result {
    try core.perform {
      let mark = beginBatch(origin)
      defer { endBatch(mark) }
      do {
        return try changes()
      } catch {
        takeBack(to: mark)
        throw error
      }
    }
  }

  /// Performs changes as one update that views show without animation.
  @inlinable
  @discardableResult
  public func withoutAnimation<Result>(_ changes: () throws -> Result) rethrows -> Result {
    try performUpdates(origin: .withoutAnimation, changes)
  }

  /// Performs changes as one update that views adopt when they next reload.
  @inlinable
  @discardableResult
  public func silently<Result>(_ changes: () throws -> Result) rethrows -> Result {
    try performUpdates(origin: .silent, changes)
  }

  /// Performs one editing method.
  @inlinable
  func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    try core.perform {
      core.setNeedsSettling()
      verbs += 1
      let result = try body()
      noteOrigin()
      return result
    }
  }

  /// Performs an editing method that replaces models, and compares the new models with the old ones at its end.
  @inlinable
  func edit<Result>(_ body: (inout Replacements) throws -> Result) rethrows -> Result {
    try edit {
      var replacements = Replacements()
      let result = try body(&replacements)
      compare(replacements)
      return result
    }
  }

  /// Reports an anomaly, and returns it to be thrown.
  @inlinable
  func anomaly(_ kind: DataSourceAnomaly.Kind, _ message: String) -> DataSourceAnomaly {
    let anomaly = DataSourceAnomaly(kind, message)
    anomalies.report(anomaly)
    return anomaly
  }
}

extension MemoryDataSource {
  @inlinable
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let origin = stepOrigin ?? .program
    stepOrigin = nil
    guard list.isEdited else { return nil }
    hasStepped = true
    var twice: [DataSourceAnomaly] = []
    // A loop, because a closure of the program that compares models may change the list.
    var settled = -1
    while settled != verbs {
      settled = verbs
      twice += settleCopies()
    }
    // Last, because the handler may change the list, which makes the next step.
    defer { for anomaly in twice { anomalies.report(anomaly) } }
    let (changes, freed) = list.commit()
    for slot in freed.items { models[Int(slot)] = nil }
    for slot in freed.sections { sectionModels[Int(slot)] = nil }
    return .init(snapshot: list.snapshot, changes: changes, origin: origin)
  }

  /// Renumbers the new copies of identifiers: they get the lowest free occurrence numbers, in display order.
  ///
  /// - Parameter isFirst: whether this is the initial content, in which all elements are new.
  /// - Returns: the anomalies to report, one for each identifier that is in the list more than once.
  @inlinable
  func settleCopies(isFirst: Bool = false) -> [DataSourceAnomaly] {
    var twice: [DataSourceAnomaly] = []
    var replacements = Replacements()
    for id in copies.edited {
      let keys = copies.keys(id).filter { list.holds($0) }
      let came = isFirst ? keys : keys.filter { !list.wasShown($0) }
      if keys.count > 1, !came.isEmpty {
        twice.append(.init(.duplicateItem, "Item \(named: id) is in the list \(keys.count) times."))
      }
      renumberItems(
        came.map { ($0, list.place(of: $0) ?? ItemPlace(section: 0, item: 0)) }, staying: keys, &replacements)
    }
    copies.settle { list.holds($0) }
    for id in sectionCopies.edited {
      let keys = sectionCopies.keys(id).filter { list.holdsSection($0) }
      let came = isFirst ? keys : keys.filter { !list.wasShown(section: $0) }
      if keys.count > 1, !came.isEmpty {
        twice.append(.init(.duplicateSection, "Section \(named: id) is in the list \(keys.count) times."))
      }
      renumberSections(came.map { ($0, list.index(ofSection: $0) ?? 0) }, staying: keys, &replacements)
    }
    sectionCopies.settle { list.holdsSection($0) }
    compare(replacements)
    return twice
  }

  @inlinable
  func renumberItems(
    _ came: [(key: ListedID<ItemID>, place: ItemPlace)], staying keys: [ListedID<ItemID>],
    _ replacements: inout Replacements
  ) {
    let sorted = came.sorted { $0.place < $1.place }
    let stay = Set(keys).subtracting(came.map(\.key))
    var next: Int32 = 0
    var wanted: [ListedID<ItemID>] = []
    for (key, _) in sorted {
      while stay.contains(ListedID(key.id, occurrence: next)) { next += 1 }
      wanted.append(ListedID(key.id, occurrence: next))
      next += 1
    }
    guard let id = wanted.first?.id, wanted != sorted.map(\.key) else { return }
    copies.taken[id] = nil
    let models = sorted.map { list.items.slot(of: $0.key).flatMap { self.models[Int($0)] } }
    for (key, _) in sorted { if let slot = list.items.slot(of: key) { list.remove(slot) } }
    for (index, entry) in sorted.enumerated() {
      insert(models[index], named: wanted[index], at: entry.place, &replacements)
    }
  }

  @inlinable
  func renumberSections(
    _ came: [(key: ListedID<SectionID>, index: Int)], staying keys: [ListedID<SectionID>],
    _ replacements: inout Replacements
  ) {
    let sorted = came.sorted { $0.index < $1.index }
    let stay = Set(keys).subtracting(came.map(\.key))
    var next: Int32 = 0
    var wanted: [ListedID<SectionID>] = []
    for (key, _) in sorted {
      while stay.contains(ListedID(key.id, occurrence: next)) { next += 1 }
      wanted.append(ListedID(key.id, occurrence: next))
      next += 1
    }
    guard let id = wanted.first?.id, wanted != sorted.map(\.key) else { return }
    sectionCopies.taken[id] = nil
    let held = sorted.map { entry -> (model: Section?, items: [(ListedID<ItemID>, Item?)]) in
      let items = list.order.items(at: list.index(ofSection: entry.key) ?? 0)
      let slot = list.sections.slot(of: entry.key)
      return (slot.flatMap { sectionModels[Int($0)] }, items.map { (list.items[$0], models[Int($0)]) })
    }
    for (key, _) in sorted { if let slot = list.sections.slot(of: key) { list.removeSection(slot) } }
    for (index, entry) in sorted.enumerated() {
      insertSection(held[index].model, named: wanted[index], at: entry.index, &replacements)
      for (item, (key, model)) in held[index].items.enumerated() {
        insert(model, named: key, at: ItemPlace(section: entry.index, item: item), &replacements)
      }
    }
  }

  /// Inserts an item. If an item with this key was removed since the last step, it continues as that item, updated or
  /// not.
  @inlinable
  func insert(_ model: Item?, named key: ListedID<ItemID>, at place: ItemPlace, _ replacements: inout Replacements) {
    let old = list.items.slot(of: key).flatMap { models[Int($0)] }
    let isAsked = replacements.note(key, from: old, to: model, areSameItems)
    setModel(model, at: list.insert(key, at: place, isRevised: !isAsked))
  }

  /// Inserts an empty section. If a section with this key was removed since the last step, it continues as that
  /// section, updated or not.
  @inlinable
  func insertSection(
    _ model: Section?, named key: ListedID<SectionID>, at index: Int, _ replacements: inout Replacements
  ) {
    let old = list.sections.slot(of: key).flatMap { sectionModels[Int($0)] }
    let isAsked = replacements.note(section: key, from: old, to: model, areSameSections)
    setSectionModel(model, at: list.insertSection(key, at: index, isRevised: !isAsked))
  }

  @inlinable
  func setModel(_ model: Item?, at slot: Int32) {
    while models.count <= Int(slot) { models.append(nil) }
    if depth > 0 { undo.entries.append(.item(slot, models[Int(slot)])) }
    models[Int(slot)] = model
  }

  @inlinable
  func setSectionModel(_ model: Section?, at slot: Int32) {
    while sectionModels.count <= Int(slot) { sectionModels.append(nil) }
    if depth > 0 { undo.entries.append(.section(slot, sectionModels[Int(slot)])) }
    sectionModels[Int(slot)] = model
  }
}
