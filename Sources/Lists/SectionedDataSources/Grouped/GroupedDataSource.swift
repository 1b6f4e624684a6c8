import SectionedChanges

/// A source that shows the items of another source, its base, in sections of its own. A closure returns the group of
/// each item.
///
/// ```swift
/// let byTeam = GroupedDataSource(players, by: { $0.team }, order: .ascending, nilGroup: .last, given: teams)
/// let byTag = TagGroupedDataSource(notes, byEach: { $0.tags }, order: .ascending)
/// ```
///
/// The model of a section is its group, which is nil for the items without one. Groups without items are not shown,
/// unless they are given. The items of a group are in the order of the base or of a comparator.
///
/// A step of the base is a step here. It costs O(changed items · log² rows), and calls the closure for the changed
/// items only. If the group of an item changes, the item moves. If a section of the base moves, its items move. If the
/// items have a comparator, a step also visits all items of the groups that it changes.
///
/// If other state that the closure reads has changed, call ``regroup()``.
public final class RegroupedDataSource<
  Base: SectionedDataSource, Group: Hashable & Sendable, ItemID: Hashable & Sendable
>: SectionedDataSource {
  public typealias Section = Group?
  public typealias SectionID = Group?
  public typealias Item = Base.Item

  @usableFromInline
  let rules: GroupRules<Base, Group, ItemID>
  @usableFromInline
  let derived: DerivedList<GroupRules<Base, Group, ItemID>>
  @usableFromInline
  var notifications: NotificationObservers?
  @usableFromInline
  var days: DayObserver?

  /// The source whose items are shown.
  @inlinable
  public var base: Base { rules.base }

  /// The shown list, its observers, and the sources built on this one.
  @inlinable
  public var core: SourceCore<Group?, ItemID> { derived.core }

  @inlinable
  init(_ rules: GroupRules<Base, Group, ItemID>) {
    self.rules = rules
    derived = DerivedList(rules)
    derived.begin { [weak derived] in derived?.makeStep() }
  }

  deinit { base.core.detach(core) }

  @inlinable
  public func section(for id: ListedID<Group?>) -> Group?? { derived.holdsSection(id) ? .some(id.id) : nil }
}

/// A source that shows each item of another one in the section of its group.
public typealias GroupedDataSource<Base: SectionedDataSource, Group: Hashable & Sendable> =
  RegroupedDataSource<Base, Group, Base.ItemID>

/// A source that shows each item of another one in the section of each of its groups.
public typealias TagGroupedDataSource<Base: SectionedDataSource, Group: Hashable & Sendable> =
  RegroupedDataSource<Base, Group, GroupedID<Group, Base.ItemID>>

// The identifiers of sections are not those of the base; the identifiers of items may not be, either.
extension RegroupedDataSource: DerivedSource {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> {
    let beneath = derived.models.itemFinder(base)
    // An item that is in one group only has the same identifier as in the base.
    return beneath as? ModelFinder<ItemID, Item> ?? ModelFinder { [rules] in beneath.find(rules.baseKey(of: $0)) }
  }
  @usableFromInline
  var sectionFinder: ModelFinder<Group?, Group?> { ModelFinder { .some($0.id) } }
}
