import Foundation

extension RegroupedDataSource where ItemID == Base.ItemID {
  /// Makes a source that shows each item in the section of its group.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - group: returns the group of an item; nil for an item without one.
  ///   - order: the order of groups.
  ///   - nilGroup: the position of the items without a group.
  ///   - given: groups that are shown even without items.
  ///   - itemOrder: whether one item precedes another in its section; nil for the order of the base, which is also the
  ///     order of items that compare as equal.
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

  /// Makes a source that shows each item in the section of its group. It groups the items again after the events that
  /// the grouping names, such as a new day or another locale.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - grouping: returns the groups, and names the notifications and the clock that may change them.
  ///   - order: the order of groups.
  ///   - nilGroup: the position of the items without a group.
  ///   - given: groups that are shown even without items.
  ///   - itemOrder: whether one item precedes another in its section; nil for the order of the base.
  ///   - center: the center to which notifications are posted, on any thread.
  ///   - perform: performs a closure on the actor or queue on which the source is used; nil for the main thread.
  /// - Complexity: O(rows · log groups).
  @inlinable
  public convenience init(
    _ base: Base, by grouping: ItemGrouping<Item, Group>, order: GroupOrder<Group> = .firstAppearance,
    nilGroup: NilGroup = .first, given: [Group?] = [], itemOrder: ((Item, Item) -> Bool)? = nil,
    center: NotificationCenter = .default, perform: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.init(base, by: grouping.group, order: order, nilGroup: nilGroup, given: given, itemOrder: itemOrder)
    notifications = NotificationObservers(grouping.notifications, center, perform: perform) { [weak self] in
      // The order of letters depends on the locale, too.
      self?.derived.edit {
        $0.asksAll = true
        $0.ordersSections = true
      }
    }
    days = grouping.clock.map { clock in DayObserver(clock, perform: perform) { [weak self] in self?.regroup() } }
  }

  /// Sets the function that returns the group of an item, as one step.
  ///
  /// - Parameter group: returns the group of an item; nil for an item without one.
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
  ///   - groups: returns the groups of an item. A group that it returns twice counts once. An item without a group is
  ///     in the section of nil.
  ///   - order: the order of groups. With the order of first appearance, groups that begin with the same item are in
  ///     the order in which `groups` returns them.
  ///   - nilGroup: the position of the items without a group.
  ///   - given: groups that are shown even without items.
  ///   - itemOrder: whether one item precedes another in its section; nil for the order of the base, which is also the
  ///     order of items that compare as equal.
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

  /// Sets the function that returns the groups of an item, as one step.
  ///
  /// - Parameter groups: returns the groups of an item.
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
