import CoreData

extension FetchedLists {
  func record(items batch: InnerBatch) {
    guard !batch.isEmpty else { return }
    let touches = batch.touches.map { touch in
      InnerEvent.Item(
        object: touch.object, old: touch.old, isNew: touch.isNew, new: items.place(of: touch.object),
        changedKeys: eventKeys.changedKeys(of: touch.object))
    }
    let newGroups = batch.newGroups.map { (index: $0, key: key(ofGroup: $0)) }
    let told = InnerEvent.Items(touches: touches, removedGroups: batch.removedGroups, newGroups: newGroups)
    // Both inner controllers hear of one event; a second batch of the same one is another event.
    if let last = pending.indices.last, pending[last].items == nil {
      pending[last].items = told
    } else {
      pending.append(InnerEvent(items: told))
    }
    eventRecorded?()
  }

  func record(sections batch: InnerBatch) {
    guard !batch.isEmpty else { return }
    let told = batch.touches.map { touch in
      let index = sections.index(of: touch.object)
      return InnerEvent.Section(
        object: touch.object, old: touch.old?.row, isNew: touch.isNew, new: index,
        key: index == nil ? .none : key(of: touch.object),
        changedKeys: eventKeys.changedKeys(of: touch.object))
    }
    if let last = pending.indices.last, pending[last].sections == nil {
      pending[last].sections = told
    } else {
      pending.append(InnerEvent(sections: told))
    }
    eventRecorded?()
  }
}
