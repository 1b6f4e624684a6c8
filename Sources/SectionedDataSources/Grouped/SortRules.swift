import SectionedChanges

/// The items and sections of the base in other orders.
final class SortRules<Base: SectionedDataSource>: DerivationRules {
  typealias SectionID = Base.SectionID
  typealias ItemID = Base.ItemID

  let base: Base
  var itemOrder: ((Base.Item, Base.Item) -> Bool)?
  var sectionOrder: ((Base.Section, Base.Section) -> Bool)?

  init(_ base: Base) { self.base = base }

  func membership(
    of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey
  ) -> Membership<SectionKey> { .one(section) }

  func key(for item: BaseKey, in section: SectionKey) -> ItemKey { item }
  func onlyKey(for item: BaseKey) -> ItemKey? { item }
  func baseKey(of item: ItemKey) -> BaseKey { item }
  func sectionKey(for section: BaseSectionKey) -> SectionKey? { section }
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey? { section }
  var showsBaseSections: Bool { true }
  var isToMany: Bool { false }
  var ordersSections: Bool { true }
  var ranksSectionsByItems: Bool { false }
  func keepsEmpty(_ section: SectionKey) -> Bool { true }

  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    if let sectionOrder, let one = base.section(for: first.key), let other = base.section(for: second.key) {
      if sectionOrder(one, other) { return true }
      if sectionOrder(other, one) { return false }
    }
    guard let index = base.index(ofSection: first.key), let other = base.index(ofSection: second.key) else {
      return false
    }
    return index < other
  }
}
