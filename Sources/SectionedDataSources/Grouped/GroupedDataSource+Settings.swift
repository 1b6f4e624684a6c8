// The arrangement of groups and their items. Each change is one step of the source.
extension RegroupedDataSource {
  /// The groups that are shown even without items, in their order if groups have no comparator.
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

  /// The place of the items without a group.
  ///
  /// - Complexity: O(groups); O(rows) from and to ``NilGroup/hidden``.
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

  /// Sets the order of the items of a group; nil for the order of the base.
  ///
  /// - Complexity: O(rows · log rows).
  @inlinable
  public func setItemOrder(_ precedes: ((Item, Item) -> Bool)?) {
    rules.itemOrder = precedes
    derived.edit { $0.ordersItems = true }
  }

  /// Calls the function for every item again, because something that it depends on has changed, such as the day.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func regroup() { derived.edit { $0.asksAll = true } }

  /// Calls the function for some items of the base again. Identifiers that are not in the base are skipped.
  ///
  /// - Complexity: O(items · log² rows).
  @inlinable
  public func regroup(_ ids: some Sequence<ListedID<Base.ItemID>>) {
    let ids = Set(ids)
    derived.edit { $0.asked.formUnion(ids) }
  }

  /// The index of a group's section; nil when it is not shown.
  @inlinable
  public func index(ofGroup group: Group?) -> Int? { index(ofSection: ListedID(group)) }
}
