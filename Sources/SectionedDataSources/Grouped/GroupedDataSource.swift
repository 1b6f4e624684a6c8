import SectionedChanges

/// The items of another source in other sections, which a function of the items names.
///
/// ```swift
/// let byTeam = GroupedDataSource(players, by: { $0.team }, order: .ascending, nilGroup: .last, given: teams)
/// let byTag = TagGroupedDataSource(notes, byEach: { $0.tags }, order: .ascending)
/// ```
///
/// A section's model is its group, nil for the items without one. Groups without items are not shown, except given
/// ones. Items of a group are in the order of the base, or of a comparator.
///
/// The base stays live: a step of it is a step here, which costs O(changed items · log² rows), and calls the function
/// for the changed items only. An item whose group changes is one move. If a section of the base moves, so do its
/// items. If the items have an order of their own, a step also visits all items of the groups that it touches.
///
/// If the function depends on other state, ``regroup()`` calls it again.
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

// Groups have names of their own; items may have.
extension RegroupedDataSource: DerivedSource {
  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> {
    let beneath = derived.models.itemFinder(base)
    // An item that is in one group has the same name as in the base.
    return beneath as? ModelFinder<ItemID, Item> ?? ModelFinder { [rules] in beneath.find(rules.baseKey(of: $0)) }
  }
  @usableFromInline
  var sectionFinder: ModelFinder<Group?, Group?> { ModelFinder { .some($0.id) } }
}
