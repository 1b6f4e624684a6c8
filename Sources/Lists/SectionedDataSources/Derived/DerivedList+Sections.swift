import OrderedRows
import SectionedChanges

// The sections of a derived list, and their order.
extension DerivedList {
  /// Removes the sections that were removed from the base, and records those that have to be placed again.
  @inlinable
  func followSections(_ step: BaseStep<Base.SectionID, Base.ItemID>, _ unplaced: inout Set<SectionKey>) {
    guard rules.showsBaseSections else { return }
    for key in step.sectionsLeft.compactMap({ rules.sectionKey(for: $0) }) {
      if let slot = list.sections.slot(of: key), list.order.containsSection(slot) { list.removeSection(slot) }
    }
    for key in revisedSections where list.holdsSection(key) {
      if let slot = list.sections.slot(of: key) { list.touchSection(slot, isRevised: true) }
    }
    for key in (step.sectionsMoved + step.sectionsRevised).compactMap({ rules.sectionKey(for: $0) }) {
      if list.holdsSection(key) { unplaced.insert(key) }
    }
  }

  /// Returns the slot of a section. If the section is not in the list, it is appended, and recorded as unplaced.
  @discardableResult
  @inlinable
  func open(_ section: SectionKey, _ unplaced: inout Set<SectionKey>) -> Int32 {
    if let slot = list.sections.slot(of: section), list.order.containsSection(slot) { return slot }
    unplaced.insert(section)
    return list.insertSection(
      section, at: list.order.sectionCount, isRevised: revisedSections.contains(section))
  }

  @inlinable
  func closeIfEmpty(_ section: SectionKey) {
    guard let slot = list.sections.slot(of: section), list.order.containsSection(slot) else { return }
    if list.order.itemCount(ofSection: slot) == 0, !rules.keepsEmpty(section) {
      list.removeSection(slot)
      firsts[section] = nil
    }
  }

  /// Returns a section with the values by which sections are ordered.
  @inlinable
  func rank(_ slot: Int32) -> RankedSection<Rules.SectionID> {
    let key = list.sections[slot]
    guard rules.ranksSectionsByItems, list.order.itemCount(ofSection: slot) > 0 else {
      return RankedSection(key: key, first: nil, number: 0)
    }
    let first =
      rules.itemOrder == nil
      ? list.order.itemSlot(0, ofSection: slot).map { rules.baseKey(of: list.items[$0]) } : firsts[key]
    let number = first.flatMap { memberships[$0]?.firstIndex(of: key) }
    return RankedSection(key: key, first: first.flatMap { base.place(of: $0) }, number: number ?? 0)
  }

  /// Finds the item of a section that is the first in the base, if items have an order of their own.
  ///
  /// - Complexity: O(items of the section).
  @inlinable
  func updateFirst(of section: SectionKey) {
    guard rules.itemOrder != nil, let index = list.index(ofSection: section) else { return }
    let places = list.order.items(at: index).compactMap { slot -> (key: BaseKey, place: ItemPlace)? in
      let key = rules.baseKey(of: list.items[slot])
      return base.place(of: key).map { (key, $0) }
    }
    firsts[section] = places.min { $0.place < $1.place }?.key
  }

  /// Moves some sections to their places among the other sections, which are in order.
  @inlinable
  func placeSections(_ keys: Set<SectionKey>) {
    let slots = keys.compactMap { list.holdsSection($0) ? list.sections.slot(of: $0) : nil }
    guard slots.contains(where: { !isInPlace($0) }) else { return }
    for slot in slots { list.moveSection(slot, to: list.order.sectionCount - 1) }
    for (offset, slot) in slots.enumerated() {
      let rank = rank(slot)
      let placed = list.order.sectionCount - (slots.count - offset)
      let index = (0..<placed).partitionPoint {
        rules.precedes(rank, self.rank(list.order.sectionSlot(at: $0)))
      }
      list.moveSection(slot, to: index)
    }
  }

  /// Whether a section is in order with the sections before and after it.
  @inlinable
  func isInPlace(_ slot: Int32) -> Bool {
    guard let index = list.index(ofSection: list.sections[slot]) else { return true }
    let rank = rank(slot)
    if index > 0, rules.precedes(rank, self.rank(list.order.sectionSlot(at: index - 1))) { return false }
    guard index + 1 < list.order.sectionCount else { return true }
    return !rules.precedes(self.rank(list.order.sectionSlot(at: index + 1)), rank)
  }

  /// Sorts all sections.
  ///
  /// - Complexity: O(sections · log sections · log rows).
  @inlinable
  func orderSections() {
    let ranks = (0..<list.order.sectionCount).map { index -> (Int32, RankedSection<Rules.SectionID>) in
      let slot = list.order.sectionSlot(at: index)
      return (slot, rank(slot))
    }
    for (index, entry) in ranks.sorted(by: { rules.precedes($0.1, $1.1) }).enumerated() {
      list.moveSection(entry.0, to: index)
    }
  }
}
