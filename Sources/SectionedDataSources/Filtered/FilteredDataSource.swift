import SectionedChanges

/// The items of another source for which a condition holds, in its sections and its order; or a search in it.
///
/// ```swift
/// let found = FilteredDataSource(people) { person, query in person.name.contains(query.text) }
/// found.text = "an"
/// found.search("an", scope: Scope.friends)     // one step
/// ```
///
/// The base stays live: a step of it is a step here, and the closures are asked about what changed alone. Models and
/// identifiers are those of the base, also of sections. Of an identifier that is twice in the base, each appearance
/// keeps its number here, also where the first one does not match.
///
/// While nothing is searched for, a source that was made for searching shows all sections, empty ones too; while something
/// is, those with matches. Both can be set: ``keepsEmptySectionsAtRest``, ``keepsEmptySections``.
///
/// Where the closures depend on something else, ``refilter()`` asks them again.
public final class FilteredDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  @usableFromInline
  let rules: FilterRules<Base>
  @usableFromInline
  let derived: DerivedList<FilterRules<Base>>
  /// Who answers which items match, where that is answered later.
  @usableFromInline
  let desk: SearchDesk<ItemID>?

  /// The source whose items are shown.
  @inlinable
  public var base: Base { rules.base }

  /// What the source shows, who observes it, and what is built on it.
  @inlinable
  public var core: SourceCore<SectionID, ItemID> { derived.core }

  /// Where the source reports what makes no sense: where its base does.
  @inlinable
  public var anomalies: AnomalyHandler { base.anomalies }

  @inlinable
  init(_ rules: FilterRules<Base>, desk: SearchDesk<ItemID>? = nil) {
    self.rules = rules
    self.desk = desk
    derived = DerivedList(rules)
    _ = rules.reconsider(sections: base.snapshot.sectionIDs, left: [])
    derived.begin { [weak self] in self?.makeStep() }
    desk?.receive = { [weak self] in self?.take($0) }
  }

  /// Makes a source that shows what matches a query, and all while nothing is searched for.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown while something is searched for.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while nothing is.
  ///   - matching: whether an item matches. It is asked while something is searched for only.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ base: Base, keepsEmptySections: Bool = false, keepsEmptySectionsAtRest: Bool = true,
    matching: @escaping (Item, SearchQuery) -> Bool
  ) {
    let rules = FilterRules(base)
    rules.keepsEmptySections = keepsEmptySections
    rules.keepsEmptySectionsAtRest = keepsEmptySectionsAtRest
    rules.matching = matching
    self.init(rules)
  }

  /// Makes a source that shows the items for which a condition holds.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without such an item are shown, whether or not something is searched for.
  ///   - condition: whether an item is shown.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ base: Base, keepsEmptySections: Bool = false, where condition: @escaping (Item) -> Bool
  ) {
    let rules = FilterRules(base)
    rules.keepsEmptySections = keepsEmptySections
    rules.condition = condition
    self.init(rules)
  }

  deinit {
    base.core.detach(core)
    desk?.cancelAll()
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
