extension ContextNotice {
  /// Adds an event of the context itself that is delivered together with a merge. Each key stays in only one list.
  func add(_ own: ContextNotice) {
    number = own.number
    event.add(own.event)
    let gone = ObjectList(own.deleted)
    inserted.removeAll(where: gone.contains)
    refreshed.removeAll(where: gone.contains)
    let named = ObjectList(inserted + refreshed + deleted)
    inserted += own.inserted
    updated += own.updated.filter { !named.contains($0) }
    deleted += own.deleted
  }
}

extension ObjectList {
  fileprivate init(_ objects: some Sequence<NSManagedObject>) {
    self.init()
    for object in objects { insert(object) }
  }
}

extension ContextEvent {
  fileprivate func add(_ own: ContextEvent) {
    remove(Set(own.deleted))
    let named = Set(inserted).union(refreshed).union(deleted)
    var places = Dictionary(updated.indices.map { (updated[$0].key, $0) }) { first, _ in first }
    let hasRows = updatedRows.count == updated.count
    for update in own.updated where !named.contains(update.key) {
      if let place = places[update.key] {
        let both = updated[place].slots.flatMap { slots in update.slots.map(slots.union) }
        updated[place] = Update(key: update.key, slots: both)
      } else {
        places[update.key] = updated.count
        updated.append(update)
        if hasRows { updatedRows.append(nil) }
      }
    }
    if !own.inserted.isEmpty {
      inserted += own.inserted
      insertedRows = []
    }
    deleted += own.deleted
  }

  /// Removes the keys of objects that the merge names and that the context itself deletes in the same event.
  private func remove(_ keys: Set<RowKey>) {
    guard !keys.isEmpty else { return }
    if insertedRows.count == inserted.count {
      insertedRows = zip(inserted, insertedRows).filter { !keys.contains($0.0) }.map(\.1)
    }
    if updatedRows.count == updated.count {
      updatedRows = zip(updated, updatedRows).filter { !keys.contains($0.0.key) }.map(\.1)
    }
    inserted.removeAll(where: keys.contains)
    updated.removeAll { keys.contains($0.key) }
    refreshed.removeAll(where: keys.contains)
  }
}
