import SectionedChanges

/// A filter: the sections of the base with the items for which a condition holds.
@usableFromInline
final class FilterRules<Base: SectionedDataSource>: BaseSectionRules {
  @usableFromInline
  typealias SectionID = Base.SectionID
  @usableFromInline
  typealias ItemID = Base.ItemID

  @usableFromInline
  let base: Base
  @usableFromInline
  var query = SearchQuery()
  /// Always asked.
  @usableFromInline
  var condition: ((Base.Item) -> Bool)?
  /// Asked while something is searched for.
  @usableFromInline
  var matching: ((Base.Item, SearchQuery) -> Bool)?
  /// Asked about all items at once, where ``matching`` may be asked on several threads.
  @usableFromInline
  var matchingAll: (([Base.Item], SearchQuery) -> [Bool])?
  @usableFromInline
  var sectionCondition: ((Base.Section, SearchQuery) -> SectionFilter)?
  /// Whether sections without a shown item are kept while matches are shown.
  @usableFromInline
  var keepsEmptySections = false
  /// The same at rest; nil where that is one setting.
  @usableFromInline
  var keepsEmptySectionsAtRest: Bool?
  /// Whether the matches of a query are shown by now, where they are answered later.
  @usableFromInline
  var isAnswered = false
  /// Where matches are answered later: what the answer that came last says, and before the first one what was shown
  /// when the search began. nil for all.
  @usableFromInline
  var matches: Set<BaseKey>?
  /// What the section condition said; nothing is here of those that are filtered.
  @usableFromInline
  var sectionFilters: [BaseSectionKey: SectionFilter] = [:]
  /// Where matches are answered later: what left the base, and what is to be asked about.
  @usableFromInline
  var notes: (left: [BaseKey], changed: Set<BaseKey>)?

  @inlinable
  init(_ base: Base) { self.base = base }

  @inlinable
  func membership(
    of key: BaseKey, _ item: Base.Item, inSection section: BaseSectionKey
  ) -> Membership<SectionKey> {
    switch sectionFilters.isEmpty ? .filtered : sectionFilters[section] ?? .filtered {
    case .hidden: return .none
    case .whole: return .one(section)
    case .filtered, .kept: break
    }
    if let condition, !condition(item) { return .none }
    if let matches, !matches.contains(key) { return .none }
    if let matching, query.isSearching, !matching(item, query) { return .none }
    return .one(section)
  }

  @inlinable
  func test(
    ofSection section: BaseSectionKey, _ answers: [Bool]?
  ) -> ((_ key: BaseKey, _ item: Base.Item, _ number: Int) -> Bool)? {
    switch sectionFilters.isEmpty ? .filtered : sectionFilters[section] ?? .filtered {
    case .hidden: return { _, _, _ in false }
    case .whole: return { _, _, _ in true }
    case .filtered, .kept: break
    }
    let (condition, matches, query) = (condition, matches, query)
    let matching = query.isSearching && answers == nil ? matching : nil
    return { key, item, number in
      if let condition, !condition(item) { return false }
      if let matches, !matches.contains(key) { return false }
      if let answers { return answers[number] }
      return matching?(item, query) ?? true
    }
  }

  @inlinable
  func answers(about items: () -> [Base.Item]) -> [Bool]? {
    guard let matchingAll, query.isSearching else { return nil }
    return matchingAll(items(), query)
  }

  @inlinable
  var itemOrder: ((Base.Item, Base.Item) -> Bool)? { nil }
  @inlinable
  var ordersSections: Bool { false }

  @inlinable
  func precedes(_ first: RankedSection<SectionID>, _ second: RankedSection<SectionID>) -> Bool {
    precedesInBase(first, second)
  }

  @inlinable
  func keepsEmpty(_ section: SectionKey) -> Bool {
    switch sectionFilters[section] ?? .filtered {
    case .hidden: false
    case .filtered: keepsEmptyNow
    case .kept, .whole: true
    }
  }

  /// Whether empty sections are kept now. Where matches are answered later, all stay as they are until the first answer.
  @inlinable
  var keepsEmptyNow: Bool {
    let showsMatches = notes == nil ? query.isSearching : isAnswered
    return showsMatches ? keepsEmptySections : keepsEmptySectionsAtRest ?? keepsEmptySections
  }

  @inlinable
  func reconsider(sections: [BaseSectionKey], left: [BaseSectionKey]) -> [BaseSectionKey] {
    for section in left { sectionFilters[section] = nil }
    guard let sectionCondition else {
      sectionFilters = [:]
      return []
    }
    var asked: [BaseSectionKey] = []
    for section in sections {
      guard let model = base.section(for: section) else { continue }
      let filter = sectionCondition(model, query)
      let before = sectionFilters.updateValue(filter, forKey: section) ?? .filtered
      if filter == .filtered { sectionFilters[section] = nil }
      if (filter == .hidden) != (before == .hidden) || (filter == .whole) != (before == .whole) {
        asked.append(section)
      }
    }
    return asked
  }

  @inlinable
  func note(left: [BaseKey], changed: [BaseKey]) {
    guard notes != nil else { return }
    for key in left { matches?.remove(key) }
    notes?.left += left
    notes?.changed.formUnion(changed)
  }
}
