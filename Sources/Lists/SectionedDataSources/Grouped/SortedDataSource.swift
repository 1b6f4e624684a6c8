import SectionedChanges

/// A source that shows the items and sections of another source, its base, in another order.
///
/// ```swift
/// let byName = SortedDataSource(people, by: { $0.name < $1.name })
/// byName.setOrder { $0.age < $1.age }       // one step, of moves
/// ```
///
/// A step of the base is a step here, and costs O(changed items · log² rows). Elements that compare as equal are in the
/// order of the base.
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

  /// The shown list, its observers, and the sources built on this one.
  @inlinable
  public var core: SourceCore<SectionID, ItemID> { derived.core }

  /// Makes a source that shows another source in another order.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - itemOrder: whether one item precedes another in its section; nil for the order of the base.
  ///   - sectionOrder: whether one section precedes another; nil for the order of the base.
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

  /// Sets the order of items; nil for the order of the base.
  ///
  /// - Complexity: O(rows · log rows).
  @inlinable
  public func setOrder(_ precedes: ((Item, Item) -> Bool)?) {
    rules.itemOrder = precedes
    derived.edit { $0.ordersItems = true }
  }

  /// Sets the order of sections; nil for the order of the base.
  ///
  /// - Complexity: O(sections · log sections).
  @inlinable
  public func setSectionOrder(_ precedes: ((Section, Section) -> Bool)?) {
    rules.sectionOrder = precedes
    derived.edit { $0.ordersSections = true }
  }
}

extension SortedDataSource: BaseDerivedSource {}
