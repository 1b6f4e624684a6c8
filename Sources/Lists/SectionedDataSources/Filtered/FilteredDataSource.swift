import SectionedChanges

/// A source that shows the items of another source that meet a condition or match a search, in the sections and the
/// order of that source, its base.
///
/// ```swift
/// let found = FilteredDataSource(people) { person, query in person.name.contains(query.text) }
/// found.text = "an"
/// found.search("an", scope: Scope.friends)     // one step
/// ```
///
/// A step of the base is a step here, and the closures are called for the changed elements only. The models and
/// identifiers of items and sections are those of the base. If an identifier is in the base twice, each appearance
/// keeps its number here, even if the first one does not match.
///
/// A source made for searching shows all sections while there is no search, including empty ones, and only the sections
/// with matches during a search. ``keepsEmptySectionsAtRest`` and ``keepsEmptySections`` change this.
///
/// If other state that the closures read has changed, call ``refilter()``.
public final class FilteredDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  @usableFromInline
  let rules: FilterRules<Base>
  @usableFromInline
  let derived: DerivedList<FilterRules<Base>>
  /// The open questions, if searches are answered later; otherwise nil.
  @usableFromInline
  let pendingSearches: PendingSearches<ItemID>?

  /// The source whose items are shown.
  @inlinable
  public var base: Base { rules.base }

  /// The shown list, its observers, and the sources built on this one.
  @inlinable
  public var core: SourceCore<SectionID, ItemID> { derived.core }

  @inlinable
  init(_ rules: FilterRules<Base>, pendingSearches: PendingSearches<ItemID>? = nil) {
    self.rules = rules
    self.pendingSearches = pendingSearches
    derived = DerivedList(rules)
    _ = rules.reconsider(sections: base.snapshot.sectionIDs, left: [])
    derived.begin { [weak self] in self?.makeStep() }
    pendingSearches?.receive = { [weak self] in self?.take($0) }
  }

  /// Makes a source that shows the matches of a query, and all items while there is no search.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown during a search.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while there is no search.
  ///   - matching: whether an item matches. It is called only during a search.
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
  ///   - keepsEmptySections: whether sections without such an item are shown, with or without a search.
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
    pendingSearches?.cancelAll()
  }
}

extension FilteredDataSource: BaseDerivedSource {}

extension FilteredDataSource {
  /// The number of items that a section has in the base, shown or not, as for "3 of 12" in a header; 0 if there is no
  /// such section.
  ///
  /// If only this number changes, the section is not updated. To have it updated, filter an ``AggregatedDataSource``
  /// that counts all items.
  ///
  /// - Parameter section: the index of the section in this list.
  /// - Complexity: that of the base's `index(ofSection:)`.
  public func totalNumberOfItems(inSection section: Int) -> Int { baseItemCount(inSection: section) }

  /// The number of all items of the base, shown or not.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public var totalNumberOfItems: Int { base.numberOfItems }
}

/// The way in which a filter treats a section.
public enum SectionFilter: Hashable, Sendable, CaseIterable {
  /// The section is not shown, nor are its items.
  case hidden
  /// The section's items are filtered. If none of them matches, the source's settings decide whether the section is
  /// shown.
  case filtered
  /// The section's items are filtered, and it is shown even without a match.
  case kept
  /// The section is shown with all of its items.
  case whole
}
