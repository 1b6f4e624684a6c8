import SectionedChanges

/// Where an item of a base goes in a list that is derived from it.
@usableFromInline
enum Membership<SectionKey: Hashable>: Equatable {
  case none
  case one(SectionKey)
  /// Each once.
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

/// A section of a derived list, as its order sees it.
@usableFromInline
struct RankedSection<SectionID: Hashable & Sendable> {
  @usableFromInline
  let key: ListedID<SectionID>
  /// Where its first item stands in the base; nil where it is empty, or where the order does not look at it.
  @usableFromInline
  let first: ItemPlace?
  /// Which of the sections of its first item it is.
  @usableFromInline
  let number: Int

  @inlinable
  init(key: ListedID<SectionID>, first: ItemPlace?, number: Int) {
    self.key = key
    self.first = first
    self.number = number
  }
}

/// What makes one derived list differ from another: which items it shows, in which sections, in which order.
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

  /// Where an item goes. The program's closures are asked.
  func membership(of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey) -> Membership<SectionKey>

  /// The name of an item in a section of the derived list.
  func key(for item: BaseKey, in section: SectionKey) -> ItemKey

  /// The name that an item has in the base.
  func baseKey(of item: ItemKey) -> BaseKey

  /// The name of a section of the base in the derived list; nil where that has sections of its own.
  func sectionKey(for section: BaseSectionKey) -> SectionKey?

  /// The name that a section has in the base; nil where the list has sections of its own.
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey?

  /// Whether the sections are those of the base.
  var showsBaseSections: Bool { get }

  /// Whether an item may be in several sections.
  var isToMany: Bool { get }

  /// The name of an item wherever it is; nil where it may be in several sections, and has a name in each.
  func onlyKey(for item: BaseKey) -> ItemKey?

  /// The order of the items of a section; nil for the order of the base, which decides between equal ones, too.
  var itemOrder: ((Base.Item, Base.Item) -> Bool)? { get }

  /// Whether sections have another order than that of the base.
  var ordersSections: Bool { get }

  /// Whether the order of sections looks at their first items.
  var ranksSectionsByItems: Bool { get }

  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool

  /// Whether a section is shown that has no items.
  func keepsEmpty(_ section: SectionKey) -> Bool

  /// The sections that may be shown without items, where they are not those of the base.
  var givenSections: [SectionKey] { get }

  /// Asks about sections of the base again.
  ///
  /// - Returns: those whose items are to be asked about again, too.
  func reconsider(sections: [BaseSectionKey], left: [BaseSectionKey]) -> [BaseSectionKey]

  /// Whether the items of a section of the base are in its own section here; nil where ``membership(of:_:inSection:)`` is to
  /// be asked. It is asked about many items in turn, and looks up nothing for each of them.
  ///
  /// - Parameter answers: what ``answers(about:)`` said.
  func test(
    ofSection section: BaseSectionKey, _ answers: [Bool]?
  ) -> ((_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool)?

  /// Asks about all items of the base at once, where that can be done; nil where each is asked about in turn.
  ///
  /// - Parameter items: makes the items of the base, in order.
  func answers(about items: () -> [Base.Item]) -> [Bool]?

  /// Notes which items of the base left, and which are about to be asked about since they came or changed.
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
