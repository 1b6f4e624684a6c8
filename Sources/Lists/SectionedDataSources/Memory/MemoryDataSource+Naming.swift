import SectionedChanges

// The program's closures identify and compare models, and may change this list. So an editing method first identifies
// the models that it is given, then looks up places, and compares models at its end, when the list is complete.
extension MemoryDataSource {
  @usableFromInline typealias NamedItem = (id: ItemID, item: Item)
  @usableFromInline typealias NamedSection = (id: SectionID, section: Section)
  @usableFromInline typealias NamedContent = SectionContent<NamedSection, NamedItem>

  @inlinable
  func identified(_ item: Item) -> NamedItem { (identifyItem(item), item) }

  /// Identifies the items of a sequence, after reading the whole sequence.
  @inlinable
  func identified(_ items: some Sequence<Item>) -> [NamedItem] { Array(items).map { (identifyItem($0), $0) } }

  @inlinable
  func identified(_ content: SectionContent<Section, Item>) -> NamedContent {
    SectionContent((identifySection(content.section), content.section), items: identified(content.items))
  }

  /// The models that an editing method replaced, with their new models. They are compared at the end of the method.
  @usableFromInline
  struct Replacements {
    @usableFromInline
    var items: [(key: ListedID<ItemID>, old: Item, new: Item)] = []
    @usableFromInline
    var sections: [(key: ListedID<SectionID>, old: Section, new: Section)] = []

    @inlinable
    init() {}

    /// Records a replaced model of an item.
    ///
    /// - Returns: whether the models will be compared; if not, the new one counts as changed.
    @inlinable
    mutating func note(
      _ key: ListedID<ItemID>, from old: Item?, to new: Item?, _ areSame: ((Item, Item) -> Bool)?
    ) -> Bool {
      guard areSame != nil, let old, let new else { return false }
      items.append((key, old, new))
      return true
    }

    /// Records a replaced model of a section.
    ///
    /// - Returns: whether the models will be compared; if not, the new one counts as changed.
    @inlinable
    mutating func note(
      section key: ListedID<SectionID>, from old: Section?, to new: Section?, _ areSame: ((Section, Section) -> Bool)?
    ) -> Bool {
      guard areSame != nil, let old, let new else { return false }
      sections.append((key, old, new))
      return true
    }
  }

  /// Compares models, and records the elements whose models differ. Slots are looked up after each comparison, because
  /// it may change the list.
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
