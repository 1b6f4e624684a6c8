import SectionedChanges

/// The items and sections of another source in other orders.
///
/// ```swift
/// let byName = SortedDataSource(people, by: { $0.name < $1.name })
/// byName.setOrder { $0.age < $1.age }       // one step, of moves
/// ```
///
/// The base stays live: a step of it is a step here, and costs O(changed items · log² rows). Where a comparator orders
/// neither of two before the other, they stand as in the base.
public final class SortedDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  @usableFromInline
  let rules: SortRules<Base>
  @usableFromInline
  let derived: DerivedList<SortRules<Base>>

  /// The source whose items are shown.
  @inlinable
  public var base: Base { rules.base }

  /// What the source shows, who observes it, and what is built on it.
  @inlinable
  public var core: SourceCore<SectionID, ItemID> { derived.core }

  /// Where the source reports what makes no sense: where its base does.
  @inlinable
  public var anomalies: AnomalyHandler { base.anomalies }

  /// Makes a source that shows another one in other orders.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - itemOrder: whether one item stands before another of its section; nil for the order of the base.
  ///   - sectionOrder: whether one section stands before another; nil for the order of the base.
  /// - Complexity: O(rows · log rows).
  @inlinable
  public init(
    _ base: Base, by itemOrder: ((Item, Item) -> Bool)? = nil,
    sectionsBy sectionOrder: ((Section, Section) -> Bool)? = nil
  ) {
    rules = SortRules(base)
    rules.itemOrder = itemOrder
    rules.sectionOrder = sectionOrder
    derived = DerivedList(rules)
    derived.begin { [weak derived] in derived?.makeStep() }
  }

  deinit { base.core.detach(core) }

  /// Sets in which order items stand; nil for the order of the base.
  ///
  /// - Complexity: O(rows · log rows).
  @inlinable
  public func setOrder(_ precedes: ((Item, Item) -> Bool)?) {
    rules.itemOrder = precedes
    derived.edit { $0.ordersItems = true }
  }

  /// Sets in which order sections stand; nil for the order of the base.
  ///
  /// - Complexity: O(sections · log sections).
  @inlinable
  public func setSectionOrder(_ precedes: ((Section, Section) -> Bool)?) {
    rules.sectionOrder = precedes
    derived.edit { $0.ordersSections = true }
  }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? { derived.item(for: id) }

  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? {
    derived.holdsSection(id) ? derived.baseSection(id) : nil
  }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { derived.place(of: id) }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? { derived.index(ofSection: id) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    derived.forEachItem(inSection: section, body)
  }
}
