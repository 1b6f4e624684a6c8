import SectionedChanges

/// Rules that show the items and sections of the base in another order.
@usableFromInline
final class SortRules<Base: SectionedDataSource>: BaseSectionRules {
  @usableFromInline
  typealias SectionID = Base.SectionID
  @usableFromInline
  typealias ItemID = Base.ItemID

  @usableFromInline
  let base: Base
  @usableFromInline
  var itemOrder: ((Base.Item, Base.Item) -> Bool)?
  @usableFromInline
  var sectionOrder: ((Base.Section, Base.Section) -> Bool)?

  @inlinable
  init(_ base: Base) { self.base = base }

  @inlinable
  func membership(
    of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey
  ) -> Membership<SectionKey> { .one(section) }

  @inlinable
  var ordersSections: Bool { true }
  @inlinable
  func keepsEmpty(_ section: SectionKey) -> Bool { true }

  @inlinable
  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    if let sectionOrder, let one = base.section(for: first.key), let other = base.section(for: second.key) {
      if sectionOrder(one, other) { return true }
      if sectionOrder(other, one) { return false }
    }
    return precedesInBase(first, second)
  }
}
