import Foundation

extension RegroupedDataSource where ItemID == Base.ItemID {
  /// Makes a source that shows each item in the section of its group.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - group: the group of an item; nil for that of the items without one.
  ///   - order: in which order groups stand.
  ///   - nilGroup: where the items without a group stand.
  ///   - given: groups that are shown without items, too.
  ///   - itemOrder: whether one item stands before another in its section; nil for the order of the base, which decides
  ///     between equal items, too.
  /// - Complexity: O(rows · log groups).
  @inlinable
  public convenience init(
    _ base: Base, by group: @escaping (Item) -> Group?, order: GroupOrder<Group> = .firstAppearance,
    nilGroup: NilGroup = .first, given: [Group?] = [], itemOrder: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(
      GroupRules(
        base, .one(group: group, name: { $0 }, base: { $0 }), order: order, nilGroup: nilGroup, given: given,
        itemOrder: itemOrder))
  }

  /// Makes a source that shows each item in the section that a grouping names, and groups again when the day, the
  /// locale or the time zone changes.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - grouping: names the groups, the notifications after which they may be others, and the clock on whose days they
  ///     depend.
  ///   - order: in which order groups stand.
  ///   - nilGroup: where the items without a group stand.
  ///   - given: groups that are shown without items, too.
  ///   - itemOrder: whether one item stands before another in its section; nil for the order of the base.
  ///   - center: where notifications are posted, on any thread.
  ///   - perform: performs a closure where the source is used; nil for the main thread.
  /// - Complexity: O(rows · log groups).
  @inlinable
  public convenience init(
    _ base: Base, by grouping: ItemGrouping<Item, Group>, order: GroupOrder<Group> = .firstAppearance,
    nilGroup: NilGroup = .first, given: [Group?] = [], itemOrder: ((Item, Item) -> Bool)? = nil,
    center: NotificationCenter = .default, perform: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.init(base, by: grouping.group, order: order, nilGroup: nilGroup, given: given, itemOrder: itemOrder)
    notifications = NotificationObservers(grouping.notifications, center, perform: perform) { [weak self] in
      self?.regroup()
    }
    days = grouping.clock.map { clock in DayObserver(clock, perform: perform) { [weak self] in self?.regroup() } }
  }

  /// Sets the function that names the group of an item.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func setGrouping(_ group: @escaping (Item) -> Group?) {
    rules.naming = .one(group: group, name: { $0 }, base: { $0 })
    regroup()
  }
}

extension RegroupedDataSource where ItemID == GroupedID<Group, Base.ItemID> {
  /// Makes a source that shows each item in the section of each of its groups.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - groups: the groups of an item. One that is named twice counts once; an item without any is shown under nil.
  ///   - order: in which order groups stand. Those that first appear with the same item stand in the order in which the
  ///     function names them.
  ///   - nilGroup: where the items without a group stand.
  ///   - given: groups that are shown without items, too.
  ///   - itemOrder: whether one item stands before another in its section; nil for the order of the base, which decides
  ///     between equal items, too.
  /// - Complexity: O(rows · log groups).
  @inlinable
  public convenience init(
    _ base: Base, byEach groups: @escaping (Item) -> some Sequence<Group>,
    order: GroupOrder<Group> = .firstAppearance, nilGroup: NilGroup = .first, given: [Group?] = [],
    itemOrder: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(
      GroupRules(
        base, Self.naming(groups), order: order, nilGroup: nilGroup, given: given, itemOrder: itemOrder))
  }

  /// Sets the function that names the groups of an item.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func setGrouping(byEach groups: @escaping (Item) -> some Sequence<Group>) {
    rules.naming = Self.naming(groups)
    regroup()
  }

  @inlinable
  static func naming(
    _ groups: @escaping (Item) -> some Sequence<Group>
  ) -> GroupRules<Base, Group, ItemID>.Naming {
    .several(
      groups: { groups($0).map { $0 } },
      name: { ListedID(GroupedID($0.id, in: $1), occurrence: $0.occurrence) },
      base: { ListedID($0.id.id, occurrence: $0.occurrence) })
  }
}
