// The query and the conditions of a search. Each change is one step of the source.
extension FilteredDataSource {
  /// The query of the search. Setting an equal query does nothing.
  @inlinable
  public var query: SearchQuery {
    get { rules.query }
    set {
      guard newValue != rules.query else { return }
      rules.query = newValue
      if let pendingSearches {
        core.perform {
          pendingSearches.needsWhole = true
          // The section condition depends on the query. If the new query shows all items, no question leads to its
          // evaluation.
          if rules.sectionCondition != nil { derived.edit { $0.asksAll = true } }
          core.setNeedsSettling()
        }
      } else if rules.matching != nil || rules.sectionCondition != nil {
        derived.edit { $0.asksAll = true }
      } else if rules.keepsEmptySectionsAtRest != nil {
        derived.edit { $0.looksAtSections = true }
      }
    }
  }

  /// The text of the search; empty if there is none.
  @inlinable
  public var text: String {
    get { query.text }
    set { query.text = newValue }
  }

  /// The scope of the search; nil if there is none.
  @inlinable
  public var scope: (any Hashable & Sendable)? {
    get { query.scope }
    set { query.scope = newValue }
  }

  /// Sets the text and the scope of the search, as one step.
  @inlinable
  public func search(_ text: String, scope: (any Hashable & Sendable)? = nil) {
    query = SearchQuery(text: text, scope: scope)
  }

  /// Whether a search is in progress, because there is a text or a scope. Otherwise all items that meet the condition
  /// are shown.
  @inlinable
  public var isSearching: Bool { query.isSearching }

  /// Whether sections without a shown item are shown during a search. In a source made with a condition it also holds
  /// while there is no search, until ``keepsEmptySectionsAtRest`` is set. False by default.
  @inlinable
  public var keepsEmptySections: Bool {
    get { rules.keepsEmptySections }
    set {
      guard newValue != rules.keepsEmptySections else { return }
      rules.keepsEmptySections = newValue
      derived.edit { $0.looksAtSections = true }
    }
  }

  /// Whether sections without a shown item are shown while there is no search. True by default. In a source made with a
  /// condition it equals ``keepsEmptySections`` until it is set.
  @inlinable
  public var keepsEmptySectionsAtRest: Bool {
    get { rules.keepsEmptySectionsAtRest ?? rules.keepsEmptySections }
    set {
      guard newValue != rules.keepsEmptySectionsAtRest else { return }
      rules.keepsEmptySectionsAtRest = newValue
      derived.edit { $0.looksAtSections = true }
    }
  }

  /// Sets a condition that items must meet, with and without a search.
  ///
  /// - Parameter condition: whether an item may be shown; nil for all items.
  /// - Complexity: O(rows).
  @inlinable
  public func setCondition(_ condition: ((Item) -> Bool)?) {
    rules.condition = condition
    derived.edit { $0.asksAll = true }
  }

  /// Sets the function that determines how each section is filtered.
  ///
  /// - Parameter condition: returns how a section is treated during a query; nil to treat all sections as
  ///   ``SectionFilter/filtered``.
  /// - Complexity: O(rows).
  @inlinable
  public func setSectionCondition(_ condition: ((Section, SearchQuery) -> SectionFilter)?) {
    rules.sectionCondition = condition
    derived.edit { $0.asksAll = true }
  }

  /// Calls the closures for all items and sections again. Use it when something else that they depend on has changed. A
  /// search that is answered later asks again about all items.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func refilter() {
    core.perform {
      pendingSearches?.needsWhole = true
      derived.edit { $0.asksAll = true }
    }
  }

  /// Calls the closures for some items again.
  ///
  /// - Parameter ids: the identifiers of the items. If the base has an item several times, its first appearance is
  ///   meant. Identifiers that are not in the base are skipped.
  /// - Complexity: O(items · log² rows).
  @inlinable
  public func refilter(_ ids: some Sequence<ItemID>) { refilter(ids.map { ListedID($0) }) }

  /// Calls the closures for some items again.
  ///
  /// - Parameter ids: the identifiers of the items. Identifiers that are not in the base are skipped.
  /// - Complexity: O(items · log² rows).
  @inlinable
  public func refilter(_ ids: some Sequence<ListedID<ItemID>>) {
    core.perform {
      let ids = Set(ids)
      if rules.notes != nil { rules.notes?.changed.formUnion(ids) }
      derived.edit { $0.asked.formUnion(ids) }
    }
  }
}
