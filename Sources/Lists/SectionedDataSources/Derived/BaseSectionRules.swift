import SectionedChanges

/// Rules of a list whose sections and items are those of its base, with the same identifiers.
@usableFromInline
protocol BaseSectionRules<Base>: DerivationRules where SectionID == Base.SectionID, ItemID == Base.ItemID {}

extension BaseSectionRules {
  @inlinable
  func key(for item: BaseKey, in section: SectionKey) -> ItemKey { item }
  @inlinable
  func onlyKey(for item: BaseKey) -> ItemKey? { item }
  @inlinable
  func baseKey(of item: ItemKey) -> BaseKey { item }
  @inlinable
  func sectionKey(for section: BaseSectionKey) -> SectionKey? { section }
  @inlinable
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey? { section }
  @inlinable
  var showsBaseSections: Bool { true }
  @inlinable
  var isToMany: Bool { false }
  @inlinable
  var ranksSectionsByItems: Bool { false }

  /// Whether one section precedes another in the base.
  @inlinable
  func precedesInBase(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    guard let index = base.index(ofSection: first.key), let other = base.index(ofSection: second.key) else {
      return false
    }
    return index < other
  }
}
