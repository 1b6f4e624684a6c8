import SectionedChanges

/// Rules that place items in the sections of their groups, which a closure returns.
@usableFromInline
final class GroupRules<Base: SectionedDataSource, Group: Hashable & Sendable, ItemID: Hashable & Sendable>:
  DerivationRules
{
  @usableFromInline
  typealias SectionID = Group?
  // Repeated here, because the compiler does not find them through the protocol while it resolves `ItemID`.
  @usableFromInline
  typealias SectionKey = ListedID<Group?>
  @usableFromInline
  typealias ItemKey = ListedID<ItemID>
  @usableFromInline
  typealias BaseKey = ListedID<Base.ItemID>
  @usableFromInline
  typealias BaseSectionKey = ListedID<Base.SectionID>

  /// The closures that return the groups of an item, and convert its key between the base and this list.
  @usableFromInline
  enum Naming {
    case one(group: (Base.Item) -> Group?, name: (BaseKey) -> ItemKey, base: (ItemKey) -> BaseKey)
    case several(
      groups: (Base.Item) -> [Group?], name: (BaseKey, Group?) -> ItemKey, base: (ItemKey) -> BaseKey)
  }

  @usableFromInline
  let base: Base
  @usableFromInline
  var naming: Naming
  @usableFromInline
  var order: GroupOrder<Group>
  @usableFromInline
  var nilGroup: NilGroup
  @usableFromInline
  var itemOrder: ((Base.Item, Base.Item) -> Bool)?
  @usableFromInline
  var given: [Group?] {
    didSet { numbers = Self.numbers(given) }
  }
  /// The first index of each given group.
  @usableFromInline
  var numbers: [Group?: Int]

  @inlinable
  init(
    _ base: Base, _ naming: Naming, order: GroupOrder<Group>, nilGroup: NilGroup, given: [Group?],
    itemOrder: ((Base.Item, Base.Item) -> Bool)?
  ) {
    self.base = base
    self.naming = naming
    self.order = order
    self.nilGroup = nilGroup
    self.given = given
    self.itemOrder = itemOrder
    numbers = Self.numbers(given)
  }

  @inlinable
  static func numbers(_ given: [Group?]) -> [Group?: Int] {
    Dictionary(given.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
  }

  @inlinable
  func membership(
    of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey
  ) -> Membership<SectionKey> {
    switch naming {
    case .one(let group, _, _):
      let group = group(item)
      return group == nil && nilGroup == .hidden ? .none : .one(ListedID(group))
    case .several(let groups, _, _):
      var groups = groups(item)
      if groups.isEmpty { groups = [nil] }
      if nilGroup == .hidden { groups.removeAll { $0 == nil } }
      var known: Set<Group?> = []
      let sections = groups.filter { known.insert($0).inserted }.map { ListedID($0) }
      return sections.isEmpty ? .none : .several(sections)
    }
  }

  @inlinable
  func key(for item: BaseKey, in section: SectionKey) -> ItemKey {
    switch naming {
    case .one(_, let name, _): name(item)
    case .several(_, let name, _): name(item, section.id)
    }
  }

  @inlinable
  func onlyKey(for item: BaseKey) -> ItemKey? {
    if case .one(_, let name, _) = naming { name(item) } else { nil }
  }

  @inlinable
  func baseKey(of item: ItemKey) -> BaseKey {
    switch naming {
    case .one(_, _, let base), .several(_, _, let base): base(item)
    }
  }

  @inlinable
  func sectionKey(for section: BaseSectionKey) -> SectionKey? { nil }
  @inlinable
  func baseSectionKey(of section: SectionKey) -> BaseSectionKey? { nil }
  @inlinable
  var showsBaseSections: Bool { false }
  @inlinable
  var isToMany: Bool { if case .several = naming { true } else { false } }
  @inlinable
  var ordersSections: Bool { true }
  @inlinable
  var ranksSectionsByItems: Bool { true }

  @inlinable
  var givenSections: [SectionKey] { given.map { ListedID($0) } }

  @inlinable
  func keepsEmpty(_ section: SectionKey) -> Bool {
    numbers[section.id] != nil && !(section.id == nil && nilGroup == .hidden)
  }

  @inlinable
  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    let (one, other) = (first.key.id, second.key.id)
    let (part, otherPart) = (part(of: one), part(of: other))
    if part != otherPart { return part < otherPart }
    if let precedes = order.precedes, let one, let other {
      if precedes(one, other) { return true }
      if precedes(other, one) { return false }
    } else if let number = numbers[one], let other = numbers[other] {
      return number < other
    }
    // A group is empty here only if it is given. Empty groups precede those with items.
    switch (first.first, second.first) {
    case (let place?, let other?): return place == other ? first.number < second.number : place < other
    case (nil, nil): return numbers[one] ?? 0 < numbers[other] ?? 0
    case (let place, _): return place == nil
    }
  }

  /// The part of the list to which a group belongs. All groups of one part precede the groups of the next part.
  @inlinable
  func part(of group: Group?) -> Int {
    if order.precedes != nil {
      guard group == nil else { return 1 }
      return nilGroup == .last ? 2 : 0
    }
    if numbers[group] != nil { return 1 }
    guard group == nil else { return 2 }
    return switch nilGroup {
    case .first: 0
    case .last: 3
    case .inOrder, .hidden: 2
    }
  }
}
