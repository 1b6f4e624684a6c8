import SectionedChanges

/// The sections of a derived list in which an item of its base is shown.
@usableFromInline
enum Membership<SectionKey: Hashable>: Equatable {
  case none
  case one(SectionKey)
  /// Several sections, each once.
  case several([SectionKey])

  @inlinable
  var sections: [SectionKey] {
    switch self {
    case .none: []
    case .one(let section): [section]
    case .several(let sections): sections
    }
  }
}

/// A section of a derived list, with the values by which sections are ordered.
@usableFromInline
struct RankedSection<SectionID: Hashable & Sendable> {
  @usableFromInline
  let key: ListedID<SectionID>
  /// The place in the base of the section's first item; nil if the section is empty, or the order of sections does not
  /// depend on their items.
  @usableFromInline
  let first: ItemPlace?
  /// The index of the section among the sections of its first item.
  @usableFromInline
  let number: Int

  @inlinable
  init(key: ListedID<SectionID>, first: ItemPlace?, number: Int) {
    self.key = key
    self.first = first
    self.number = number
  }
}

/// The rules of a derived list: its items, their sections, and the orders of both.
///
/// Only these functions call closures of the program. Such a closure may change the base or the rules, so the list is
/// not edited while one runs.
@usableFromInline
protocol DerivationRules<Base, SectionID, ItemID>: AnyObject {
  associatedtype Base: SectionedDataSource
  associatedtype SectionID: Hashable & Sendable
  associatedtype ItemID: Hashable & Sendable

  typealias BaseKey = ListedID<Base.ItemID>
  typealias BaseSectionKey = ListedID<Base.SectionID>
  typealias SectionKey = ListedID<SectionID>
  typealias ItemKey = ListedID<ItemID>

  var base: Base { get }

  /// Returns the sections in which an item is shown. Calls the program's closures.
  func membership(of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey) -> Membership<SectionKey>

  /// Returns the key of an item in a section of the derived list.
  func key(for item: BaseKey, in section: SectionKey) -> ItemKey

  /// Returns the key in the base of an item of the derived list.
  func baseKey(of item: ItemKey) -> BaseKey

  /// Returns the key in the derived list of a section of the base; nil if the derived list has sections of its own.
  func sectionKey(for section: BaseSectionKey) -> SectionKey?

  /// Returns the key in the base of a section; nil if the derived list has sections of its own.
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey?

  /// Whether the sections are those of the base.
  var showsBaseSections: Bool { get }

  /// Whether an item may be in several sections.
  var isToMany: Bool { get }

  /// Returns the key of an item in any section; nil if an item may be in several sections, because it has a key in
  /// each.
  func onlyKey(for item: BaseKey) -> ItemKey?

  /// The order of the items of a section; nil for the order of the base, which is also the order of items that compare
  /// as equal.
  var itemOrder: ((Base.Item, Base.Item) -> Bool)? { get }

  /// Whether the order of sections may differ from that of the base.
  var ordersSections: Bool { get }

  /// Whether the order of sections depends on their first items.
  var ranksSectionsByItems: Bool { get }

  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool

  /// Whether a section is shown while it has no items.
  func keepsEmpty(_ section: SectionKey) -> Bool

  /// The sections that may be shown without items, if sections are not those of the base.
  var givenSections: [SectionKey] { get }

  /// Calls the program's closures for sections of the base again.
  ///
  /// - Parameters:
  ///   - sections: the sections, by their keys in the base.
  ///   - left: the sections that were removed from the base.
  /// - Returns: the sections whose items have to be examined again because a result differs.
  func reconsider(sections: [BaseSectionKey], left: [BaseSectionKey]) -> [BaseSectionKey]

  /// Returns a function that tests whether an item of a section of the base is shown in the same section here; nil to
  /// call ``membership(of:_:inSection:)`` for each item instead. The function is faster for many items, because the
  /// section is looked up only once.
  ///
  /// - Parameter answers: the result of ``answers(about:)``.
  func test(
    ofSection section: BaseSectionKey, _ answers: [Bool]?
  ) -> ((_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool)?

  /// Tests all items of the base at once; nil if the rules test each item individually.
  ///
  /// - Parameter items: returns the items of the base, in order.
  func answers(about items: () -> [Base.Item]) -> [Bool]?

  /// Records the items that were removed from the base, and the new or changed items that are about to be tested.
  func note(left: [BaseKey], changed: [BaseKey])
}

extension DerivationRules {
  @inlinable
  var givenSections: [SectionKey] { [] }
  @inlinable
  func reconsider(sections: [BaseSectionKey], left: [BaseSectionKey]) -> [BaseSectionKey] { [] }
  @inlinable
  func test(
    ofSection section: BaseSectionKey, _ answers: [Bool]?
  ) -> ((_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool)? { nil }
  @inlinable
  func answers(about items: () -> [Base.Item]) -> [Bool]? { nil }
  @inlinable
  func note(left: [BaseKey], changed: [BaseKey]) {}
}
