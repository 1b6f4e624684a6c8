// Settings of groups and their items. Each change is one step of the source.
extension RegroupedDataSource {
  /// The groups that are shown even without items. If groups have no comparator, this is also their order.
  ///
  /// - Complexity: O(groups).
  @inlinable
  public var given: [Group?] {
    get { rules.given }
    set {
      guard newValue != rules.given else { return }
      rules.given = newValue
      derived.edit {
        $0.looksAtSections = true
        $0.ordersSections = true
      }
    }
  }

  /// The position of the items without a group.
  ///
  /// - Complexity: O(groups) to set; O(rows) if the old or the new value is ``NilGroup/hidden``.
  @inlinable
  public var nilGroup: NilGroup {
    get { rules.nilGroup }
    set {
      guard newValue != rules.nilGroup else { return }
      let wasHidden = rules.nilGroup == .hidden
      rules.nilGroup = newValue
      derived.edit {
        if wasHidden || newValue == .hidden { $0.asksAll = true }
        $0.ordersSections = true
      }
    }
  }

  /// Sets the order of groups.
  ///
  /// - Complexity: O(groups · log groups · log rows).
  @inlinable
  public func setOrder(_ order: GroupOrder<Group>) {
    rules.order = order
    derived.edit { $0.ordersSections = true }
  }

  /// Sets the order of the items in their groups; nil for the order of the base.
  ///
  /// - Complexity: O(rows · log rows).
  @inlinable
  public func setItemOrder(_ precedes: ((Item, Item) -> Bool)?) {
    rules.itemOrder = precedes
    derived.edit { $0.ordersItems = true }
  }

  /// Groups all items again. Use it when something else that the grouping closure reads has changed, such as the day.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func regroup() { derived.edit { $0.asksAll = true } }

  /// Groups some items again.
  ///
  /// - Parameter ids: the identifiers of the items in the base. Identifiers that are not in the base are skipped.
  /// - Complexity: O(items · log² rows).
  @inlinable
  public func regroup(_ ids: some Sequence<ListedID<Base.ItemID>>) {
    let ids = Set(ids)
    derived.edit { $0.asked.formUnion(ids) }
  }

  /// The index of a group's section; nil if the group is not shown.
  @inlinable
  public func index(ofGroup group: Group?) -> Int? { index(ofSection: ListedID(group)) }
}
