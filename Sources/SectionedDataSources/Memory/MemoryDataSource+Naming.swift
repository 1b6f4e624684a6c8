import SectionedChanges

// The program's closures identify and compare models, and may change the list that asks. So a verb identifies what it is
// given first, then looks up places, and compares at its end, when the list is whole.
extension MemoryDataSource {
  @usableFromInline typealias NamedItem = (id: ItemID, item: Item)
  @usableFromInline typealias NamedSection = (id: SectionID, section: Section)
  @usableFromInline typealias NamedContent = SectionContent<NamedSection, NamedItem>

  @inlinable
  func identified(_ item: Item) -> NamedItem { (identifyItem(item), item) }

  /// The items of a sequence, which is read before the first of them is identified.
  @inlinable
  func identified(_ items: some Sequence<Item>) -> [NamedItem] { Array(items).map { (identifyItem($0), $0) } }

  @inlinable
  func identified(_ content: SectionContent<Section, Item>) -> NamedContent {
    SectionContent((identifySection(content.section), content.section), items: identified(content.items))
  }

  /// Models that have taken the place of others, to be compared with these.
  @usableFromInline
  struct Replacements {
    @usableFromInline
    var items: [(key: ListedID<ItemID>, old: Item, new: Item)] = []
    @usableFromInline
    var sections: [(key: ListedID<SectionID>, old: Section, new: Section)] = []

    @inlinable
    init() {}

    /// - Returns: whether the two are to be compared; else the new one counts as changed.
    @inlinable
    mutating func note(
      _ key: ListedID<ItemID>, from old: Item?, to new: Item?, _ areSame: ((Item, Item) -> Bool)?
    ) -> Bool {
      guard areSame != nil, let old, let new else { return false }
      items.append((key, old, new))
      return true
    }

    /// - Returns: whether the two are to be compared; else the new one counts as changed.
    @inlinable
    mutating func note(
      section key: ListedID<SectionID>, from old: Section?, to new: Section?, _ areSame: ((Section, Section) -> Bool)?
    ) -> Bool {
      guard areSame != nil, let old, let new else { return false }
      sections.append((key, old, new))
      return true
    }
  }

  /// Compares models, and notes which have changed. A comparison may change the list: slots are looked up after it.
  @inlinable
  func compare(_ replacements: Replacements) {
    if let areSameSections {
      for (key, old, new) in replacements.sections where !areSameSections(old, new) {
        if let slot = list.sections.slot(of: key) { list.touchSection(slot, isRevised: true) }
      }
    }
    if let areSameItems {
      for (key, old, new) in replacements.items where !areSameItems(old, new) {
        if let slot = list.items.slot(of: key) { list.touchItem(slot, isRevised: true) }
      }
    }
  }
}
