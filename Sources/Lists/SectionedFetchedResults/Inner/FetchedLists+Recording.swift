import CoreData
import OrderedRows

extension FetchedLists {
  /// Records the objects in a notification of the context: changes that the inner controllers may not report, and
  /// objects that depend on the changed ones.
  func note(_ news: ChangedObjects) {
    noteNamed(in: news)
    noteMentioned(in: news)
    collectDependants(of: news)
    noteAsked(news)
  }

  func record(items batch: InnerBatch) {
    guard !batch.isEmpty else { return }
    items.noteFormer(of: batch)
    // A reported group that does not exist is skipped. The counts then differ, so the lists are rebuilt and compared.
    let newGroups = batch.newGroups.filter { $0 < items.groupCount }.map { (index: $0, key: key(ofGroup: $0)) }
    let reported = InnerEvent.Items(
      touches: placed(batch.touches), unplaced: batch.unplaced, removedGroups: batch.removedGroups, newGroups: newGroups
    )
    // An event has at most one batch of each inner controller, so a second batch of the same one begins another event.
    if let last = pending.indices.last, pending[last].items == nil {
      pending[last].items = reported
    } else {
      pending.append(InnerEvent(items: reported))
    }
    eventRecorded?()
  }

  func record(sections batch: InnerBatch) {
    guard !batch.isEmpty else { return }
    // All sections must be unmoved, because a section that moves may keep its index while another one moves.
    let nothingMoved =
      !check.readsNotifications && batch.touches.elements.allSatisfy { $0.new != nil && $0.new == $0.old }
    let reported = batch.touches.enumerated().compactMap { number, touch -> InnerEvent.Section? in
      let keys = changedKeys(of: touch)
      // Only the section's items were inserted or removed, which is no change of the section.
      if nothingMoved, withoutItems(keys) == [] { return nil }
      let object = object(of: touch.name)
      let index = index(of: touch)
      return InnerEvent.Section(
        subject: touch.name, object: object, old: touch.old?.item, isNew: batch.isNew(number), new: index,
        key: index == nil ? .none : key(of: object), changedKeys: keys)
    }
    guard !reported.isEmpty else { return }
    if let last = pending.indices.last, pending[last].sections == nil {
      pending[last].sections = reported
    } else {
      pending.append(InnerEvent(sections: reported))
    }
    eventRecorded?()
  }

  /// The changed properties of a section that count as its change. Inserting or removing items changes the inverse
  /// relationship of the section. That does not count, unless the section depends on it.
  func withoutItems(_ keys: Set<String>?) -> Set<String>? {
    guard let keys, let inverse = path.inverse, keys.contains(inverse),
      !sectionDependencies.contains(where: { $0.first == inverse })
    else { return keys }
    return keys.count == 1 ? [] : keys.subtracting([inverse])
  }
}
