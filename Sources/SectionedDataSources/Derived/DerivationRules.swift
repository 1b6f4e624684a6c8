import SectionedChanges

/// The sections of a derived list that contain an item of its base.
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
  /// The place in the base of the section's first item; nil where the section is empty, or the order does not depend on
  /// it.
  @usableFromInline
  let first: ItemPlace?
  /// The index of the section among those of its first item.
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
/// Closures of the program are called by these functions only. They may change the base, or the rules: so nothing is
/// edited while one runs.
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

  /// Returns the sections of an item. Calls the program's closures.
  func membership(of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey) -> Membership<SectionKey>

  /// The name of an item in a section of the derived list.
  func key(for item: BaseKey, in section: SectionKey) -> ItemKey

  /// The name that an item has in the base.
  func baseKey(of item: ItemKey) -> BaseKey

  /// The name in the derived list of a section of the base; nil where the derived list has sections of its own.
  func sectionKey(for section: BaseSectionKey) -> SectionKey?

  /// The name in the base of a section; nil where the derived list has sections of its own.
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey?

  /// Whether the sections are those of the base.
  var showsBaseSections: Bool { get }

  /// Whether an item may be in several sections.
  var isToMany: Bool { get }

  /// The name of an item in any section; nil where it may be in several sections, with a name in each.
  func onlyKey(for item: BaseKey) -> ItemKey?

  /// The order of the items of a section; nil for the order of the base, which also decides between equal items.
  var itemOrder: ((Base.Item, Base.Item) -> Bool)? { get }

  /// Whether the order of sections differs from that of the base.
  var ordersSections: Bool { get }

  /// Whether the order of sections depends on their first items.
  var ranksSectionsByItems: Bool { get }

  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool

  /// Whether a section without items is shown.
  func keepsEmpty(_ section: SectionKey) -> Bool

  /// The sections that may be shown without items, if they are not those of the base.
  var givenSections: [SectionKey] { get }

  /// Calls the program's closures for sections of the base again.
  ///
  /// - Returns: the sections whose items have to be examined again, too.
  func reconsider(sections: [BaseSectionKey], left: [BaseSectionKey]) -> [BaseSectionKey]

  /// Returns a test of whether an item of a section of the base is in the same section here; nil where
  /// ``membership(of:_:inSection:)`` is to be called instead. The test is called for many items in turn, without a
  /// look-up for each.
  ///
  /// - Parameter answers: the result of ``answers(about:)``.
  func test(
    ofSection section: BaseSectionKey, _ answers: [Bool]?
  ) -> ((_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool)?

  /// Tests all items of the base at once, if the rules can do so; nil where each is tested in turn.
  ///
  /// - Parameter items: returns the items of the base, in order.
  func answers(about items: () -> [Base.Item]) -> [Bool]?

  /// Records the items that left the base, and those that are about to be tested because they are new or changed.
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
