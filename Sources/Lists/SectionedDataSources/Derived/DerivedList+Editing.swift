import OrderedRows
import SectionedChanges

// Steps that change few items. They are applied to the list as edits.
extension DerivedList {
  /// Removes the changed items, and inserts them again into the sections of the answers.
  @inlinable
  func change(_ step: BaseStep<Base.SectionID, Base.ItemID>, answers: [Answer], _ work: DerivedWork<BaseKey>) {
    /// The sections that items entered or left.
    var affected: Set<SectionKey> = []
    for key in step.left { take(key, &affected) }
    for (key, _) in answers { take(key, &affected) }

    var unplaced: Set<SectionKey> = []
    followSections(step, &unplaced)
    for (key, membership) in answers {
      for section in membership.sections { put(key, in: section, &affected, &unplaced) }
      if rules.isToMany, case .several(let sections) = membership { memberships[key] = sections }
    }
    var standing = (step.sectionsCame + step.sectionsRevised).compactMap { rules.sectionKey(for: $0) }
    if work.looksAtSections || work.asksAll {
      standing = base.snapshot.sectionIDs.compactMap { rules.sectionKey(for: $0) } + rules.givenSections
      affected.formUnion((0..<list.order.sectionCount).map { list.sections[list.order.sectionSlot(at: $0)] })
    }
    for section in standing where rules.keepsEmpty(section) { open(section, &unplaced) }
    for section in affected.union(standing) { closeIfEmpty(section) }
    if rules.ranksSectionsByItems {
      for section in affected { updateFirst(of: section) }
      unplaced.formUnion(affected)
    }
    if work.ordersSections {
      orderSections()
    } else {
      placeSections(unplaced)
    }
  }

  @inlinable
  func take(_ key: BaseKey, _ affected: inout Set<SectionKey>) {
    func take(_ key: ItemKey) {
      guard let slot = list.items.slot(of: key), let location = list.order.location(of: slot) else { return }
      affected.insert(list.sections[location.section])
      list.remove(slot)
    }
    if let key = rules.onlyKey(for: key) { return take(key) }
    for section in memberships.removeValue(forKey: key) ?? [] { take(rules.key(for: key, in: section)) }
  }

  @inlinable
  func put(
    _ key: BaseKey, in section: SectionKey, _ affected: inout Set<SectionKey>, _ unplaced: inout Set<SectionKey>
  ) {
    let name = rules.key(for: key, in: section)
    guard !list.holds(name) else { return }
    let slot = open(section, &unplaced)
    affected.insert(section)
    let item = index(for: key, ofSection: slot)
    guard let index = list.index(ofSection: section) else { return }
    list.insert(name, at: ItemPlace(section: index, item: item), isRevised: revised.contains(key))
  }

  /// The index at which an item has to be inserted into a section.
  @inlinable
  func index(for key: BaseKey, ofSection slot: Int32) -> Int {
    let order = rules.itemOrder
    let item = order == nil ? nil : baseItem(key)
    let place = base.place(of: key)
    func follows(_ index: Int) -> Bool {
      guard let other = list.order.itemSlot(index, ofSection: slot).map({ rules.baseKey(of: list.items[$0]) }) else {
        return true
      }
      if let order, let item, let second = baseItem(other) {
        if order(second, item) { return false }
        if order(item, second) { return true }
      }
      guard let place, let second = base.place(of: other) else { return false }
      return place < second
    }
    let count = list.order.itemCount(ofSection: slot)
    // Usually items arrive in order, so test the last item first.
    if count == 0 || !follows(count - 1) { return count }
    return (0..<count).partitionPoint(where: follows)
  }
}
