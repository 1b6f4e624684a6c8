import SectionedChanges

/// Rules that show the first items of each section of the base, and no item of a folded section.
@usableFromInline
final class FoldRules<Base: SectionedDataSource>: BaseSectionRules {
  @usableFromInline
  typealias SectionID = Base.SectionID
  @usableFromInline
  typealias ItemID = Base.ItemID

  @usableFromInline
  let base: Base
  @usableFromInline
  var folding: SectionFolding<SectionKey>
  /// The limit of sections that have none of their own.
  @usableFromInline
  var limit: ItemLimit
  @usableFromInline
  var limits: [SectionKey: ItemLimit] = [:]

  @inlinable
  init(_ base: Base, _ folding: SectionFolding<SectionKey>, _ limit: ItemLimit) {
    (self.base, self.folding, self.limit) = (base, folding, limit)
  }

  /// The limit of a section while it is not folded.
  @inlinable
  func ownLimit(of section: SectionKey) -> ItemLimit { limits.isEmpty ? limit : limits[section] ?? limit }

  /// The greatest number of items that a section may show now; nil if it may show all.
  @inlinable
  func most(in section: SectionKey) -> Int? { folding[section] ? 0 : ownLimit(of: section).count }

  /// Whether an item may be hidden because of its index.
  @inlinable
  var hasLimits: Bool { limit != .all || !limits.isEmpty }

  /// Whether any item may be hidden.
  @inlinable
  var leavesOut: Bool { hasLimits || folding != SectionFolding() }

  @inlinable
  func membership(
    of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey
  ) -> Membership<SectionKey> {
    guard let most = most(in: section) else { return .one(section) }
    guard most > 0, let place = base.place(of: key) else { return .none }
    return place.item < most ? .one(section) : .none
  }

  @inlinable
  var itemOrder: ((Base.Item, Base.Item) -> Bool)? { nil }
  @inlinable
  var ordersSections: Bool { false }
  @inlinable
  func keepsEmpty(_ section: SectionKey) -> Bool { true }

  @inlinable
  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    precedesInBase(first, second)
  }
}
