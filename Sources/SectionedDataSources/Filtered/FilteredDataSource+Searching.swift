// What is searched for, and by which conditions. Each of these is one step of the source.
extension FilteredDataSource {
  /// What is searched for. The same again does nothing.
  @inlinable
  public var query: SearchQuery {
    get { rules.query }
    set {
      guard newValue != rules.query else { return }
      rules.query = newValue
      if let desk {
        core.perform {
          desk.needsWhole = true
          // The section condition depends on the query, and nothing is asked where all is shown.
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

  /// The text that is searched for; empty for none.
  @inlinable
  public var text: String {
    get { query.text }
    set { query.text = newValue }
  }

  /// The scope that is searched; nil for none.
  @inlinable
  public var scope: (any Hashable & Sendable)? {
    get { query.scope }
    set { query.scope = newValue }
  }

  /// Searches for a text in a scope, as one step.
  @inlinable
  public func search(_ text: String, scope: (any Hashable & Sendable)? = nil) {
    query = SearchQuery(text: text, scope: scope)
  }

  /// Whether something is searched for: there is a text or a scope. Without, all is shown that the condition allows.
  @inlinable
  public var isSearching: Bool { query.isSearching }

  /// Whether sections without an item that is shown are shown themselves, while something is searched for; of a source that
  /// shows the items for which a condition holds, always. False by default.
  @inlinable
  public var keepsEmptySections: Bool {
    get { rules.keepsEmptySections }
    set {
      guard newValue != rules.keepsEmptySections else { return }
      rules.keepsEmptySections = newValue
      derived.edit { $0.looksAtSections = true }
    }
  }

  /// Whether sections without an item that is shown are shown themselves, while nothing is searched for. True by default; of
  /// a source that shows the items for which a condition holds it is ``keepsEmptySections``, until it is set.
  @inlinable
  public var keepsEmptySectionsAtRest: Bool {
    get { rules.keepsEmptySectionsAtRest ?? rules.keepsEmptySections }
    set {
      guard newValue != rules.keepsEmptySectionsAtRest else { return }
      rules.keepsEmptySectionsAtRest = newValue
      derived.edit { $0.looksAtSections = true }
    }
  }

  /// Sets a condition that items must meet whatever is searched for; nil for none.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func setCondition(_ condition: ((Item) -> Bool)?) {
    rules.condition = condition
    derived.edit { $0.asksAll = true }
  }

  /// Sets what decides which sections are shown, with their items or with those that match; nil for all sections that
  /// have such items, or, where the source keeps empty ones, all.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func setSectionCondition(_ condition: ((Section, SearchQuery) -> SectionFilter)?) {
    rules.sectionCondition = condition
    derived.edit { $0.asksAll = true }
  }

  /// Asks the closures about every item and section again, since something that they depend on has changed. A search
  /// that is answered later is asked again, too.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func refilter() {
    core.perform {
      desk?.needsWhole = true
      derived.edit { $0.asksAll = true }
    }
  }

  /// Asks the closures about some items again. Those that are not in the base are passed over.
  ///
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
