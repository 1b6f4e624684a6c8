import SectionedChanges

/// Rules of a filter: each section of the base with the items that meet a condition.
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
  /// A condition that a shown item must always meet.
  @usableFromInline
  var condition: ((Base.Item) -> Bool)?
  /// A condition that a shown item must also meet during a search.
  @usableFromInline
  var matching: ((Base.Item, SearchQuery) -> Bool)?
  /// Tests all items at once; nil if ``matching`` must not be called on several threads.
  @usableFromInline
  var matchingAll: (([Base.Item], SearchQuery) -> [Bool])?
  @usableFromInline
  var sectionCondition: ((Base.Section, SearchQuery) -> SectionFilter)?
  /// Whether sections without a shown item are shown while matches are shown.
  @usableFromInline
  var keepsEmptySections = false
  /// Whether sections without a shown item are shown while there is no search; nil to use ``keepsEmptySections``.
  @usableFromInline
  var keepsEmptySectionsAtRest: Bool?
  /// Whether the current search was answered once, if searches are answered later.
  @usableFromInline
  var isAnswered = false
  /// The items that match by the last answer, if searches are answered later. Before the first answer, these are the
  /// items that were shown when the search began. nil shows all items.
  @usableFromInline
  var matches: Set<BaseKey>?
  /// The results of the section condition, except `filtered`, which is the default.
  @usableFromInline
  var sectionFilters: [BaseSectionKey: SectionFilter] = [:]
  /// The items that left the base, and the items to ask about; nil unless searches are answered later.
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

  /// Whether empty sections are shown now. If searches are answered later, the setting changes only with the first
  /// answer.
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
