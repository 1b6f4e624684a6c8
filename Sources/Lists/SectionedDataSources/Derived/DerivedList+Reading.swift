import SectionedChanges

// The reading methods of a derived source. They read the list as of its last step.
extension DerivedList {
  @inlinable
  func item(for id: ItemKey) -> Base.Item? { list.holds(id) ? baseItem(rules.baseKey(of: id)) : nil }

  /// The model of an item of the base.
  @inlinable
  func baseItem(_ key: BaseKey) -> Base.Item? {
    if let items = models.items { items.find(key) } else { base.item(for: key) }
  }

  /// The model of a section of the base.
  @inlinable
  func baseSection(_ key: BaseSectionKey) -> Base.Section? {
    if let sections = models.sections { sections.find(key) } else { base.section(for: key) }
  }

  @inlinable
  func place(of id: ItemKey) -> ItemPlace? { list.place(of: id) }

  @inlinable
  func index(ofSection id: SectionKey) -> Int? { list.index(ofSection: id) }

  @inlinable
  func holdsSection(_ id: SectionKey) -> Bool { list.holdsSection(id) }

  /// Calls a closure with each item of a section and its model, in order. If the section shows a large part of the
  /// base's section, the models come from one walk through that section; otherwise they are looked up individually.
  @inlinable
  func forEachItem(inSection section: Int, _ body: (ItemKey, Base.Item) -> Void) {
    guard section >= 0, section < list.order.sectionCount else { return }
    let keys = list.order.items(at: section).map { list.items[$0] }
    var next = 0
    if models.isNear, let index = baseSection(shownAt: section), keys.count > base.numberOfItems(inSection: index) / 4 {
      base.forEachItem(inSection: index) { key, item in
        guard next < keys.count, rules.baseKey(of: keys[next]) == key else { return }
        next += 1
        body(keys[next - 1], item)
      }
    }
    for key in keys[next...] { if let item = baseItem(rules.baseKey(of: key)) { body(key, item) } }
  }

  /// The index of the base's section from which a section shows items in the same order; nil if there is none.
  @inlinable
  func baseSection(shownAt index: Int) -> Int? {
    guard rules.showsBaseSections, rules.itemOrder == nil, !base.core.isHeld else { return nil }
    let section = list.sections[list.order.sectionSlot(at: index)]
    return rules.baseSectionKey(of: section).flatMap { base.index(ofSection: $0) }
  }
}
