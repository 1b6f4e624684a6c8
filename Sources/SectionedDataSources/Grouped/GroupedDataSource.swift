import SectionedChanges

/// The items of another source in other sections: those that a function of the items names.
///
/// ```swift
/// let byTeam = GroupedDataSource(players, by: { $0.team }, order: .ascending, nilGroup: .last, given: teams)
/// let byTag = TagGroupedDataSource(notes, byEach: { $0.tags }, order: .ascending)
/// ```
///
/// A section's model is its group, nil for the items without one. Groups without items are not shown, but for those
/// that are given. Items of a group stand in the order of the base, or of a comparator.
///
/// The base stays live: a step of it is a step here, which costs O(changed items · log² rows), and the function is asked
/// about these alone. An item whose group changes is one move. Where a section of the base moves, its items do. With an
/// order of items of its own, a step looks at the items of the groups that it touches, too.
///
/// Where the function depends on something else, ``regroup()`` asks it again.
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

  /// What the source shows, who observes it, and what is built on it.
  @inlinable
  public var core: SourceCore<Group?, ItemID> { derived.core }

  /// Where the source reports what makes no sense: where its base does.
  @inlinable
  public var anomalies: AnomalyHandler { base.anomalies }

  @inlinable
  init(_ rules: GroupRules<Base, Group, ItemID>) {
    self.rules = rules
    derived = DerivedList(rules)
    derived.begin { [weak derived] in derived?.makeStep() }
  }

  deinit { base.core.detach(core) }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? { derived.item(for: id) }

  @inlinable
  public func section(for id: ListedID<Group?>) -> Group?? { derived.holdsSection(id) ? .some(id.id) : nil }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { derived.place(of: id) }

  @inlinable
  public func index(ofSection id: ListedID<Group?>) -> Int? { derived.index(ofSection: id) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    derived.forEachItem(inSection: section, body)
  }
}

/// A source that shows each item of another one in the section of its group.
public typealias GroupedDataSource<Base: SectionedDataSource, Group: Hashable & Sendable> =
  RegroupedDataSource<Base, Group, Base.ItemID>

/// A source that shows each item of another one in the section of each of its groups.
public typealias TagGroupedDataSource<Base: SectionedDataSource, Group: Hashable & Sendable> =
  RegroupedDataSource<Base, Group, GroupedID<Group, Base.ItemID>>
