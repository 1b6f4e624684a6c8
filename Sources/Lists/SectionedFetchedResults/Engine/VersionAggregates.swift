import SectionedChanges

/// The summaries of a version's groups for the declared aggregates.
struct VersionAggregates: Sendable {
  /// The names of the aggregates, in the order of their declaration.
  let names: [String]
  /// The summary of a group without items.
  let none: AggregateSummary
  /// The summaries by group number; nil for a group without items.
  private var summaries = PagedArray<AggregateSummary?>()

  init(names: [String], none: AggregateSummary) { (self.names, self.none) = (names, none) }

  func summary(of group: Int32) -> AggregateSummary? {
    Int(group) < summaries.count ? summaries[Int(group)] : nil
  }

  mutating func set(_ summary: AggregateSummary?, of group: Int32) {
    while summaries.count <= Int(group) { summaries.append(nil) }
    summaries[Int(group)] = summary
  }
}

extension ListVersion {
  /// The results of the aggregates for all items of a section, shown or not; empty if no aggregates are declared.
  ///
  /// - Complexity: O(aggregates) for each group of the section; usually there is one.
  func values(of slot: Int32) -> [AggregateValue?] {
    guard let aggregates else { return [] }
    if let group = groups.onlyGroup(of: slot) { return (aggregates.summary(of: group) ?? aggregates.none).values }
    var all = aggregates.none
    for group in groups.groups(of: slot) {
      if let summary = aggregates.summary(of: group) { all.combine(with: summary) }
    }
    return all.values
  }

  /// The result of an aggregate for the items of a section; nil if it is not declared or has no result.
  func value(named name: String, of slot: Int32) -> AggregateValue? { value(named: name, among: values(of: slot)) }

  /// The result of an aggregate, taken from the results of all aggregates.
  func value(named name: String, among values: [AggregateValue?]) -> AggregateValue? {
    aggregates?.names.firstIndex(of: name).flatMap { values[$0] }
  }

  /// The slots whose items belong to the list, shown or not. Unmatched items belong to it only if the policies show
  /// them.
  private var allSlots: Range<Int32> { (policies.showsUnmatchedItems ? 0 : 1)..<Int32(groups.count) }

  /// The results of the aggregates for all items of the list.
  ///
  /// - Complexity: O(sections · aggregates).
  var totalValues: [AggregateValue?] {
    guard let aggregates else { return [] }
    var all = aggregates.none
    for slot in allSlots {
      for group in groups.groups(of: slot) {
        if let summary = aggregates.summary(of: group) { all.combine(with: summary) }
      }
    }
    return all.values
  }

  /// Whether the list has other totals than another version. Always false unless one of the two counts items across
  /// sections, because otherwise a changed total implies a change of a shown section.
  ///
  /// - Complexity: O(sections · aggregates).
  func hasOtherTotals(than other: Self) -> Bool {
    guard policies.hasWindow || other.policies.hasWindow else { return false }
    return totalRowCount != other.totalRowCount || totalValues != other.totalValues
  }

  /// Whether a section has values beside its object and the items that it shows: aggregates, or a number of items that
  /// it does not show.
  var hasTotals: Bool { aggregates != nil || policies.hasLimits }

  /// The number of items of the list, shown or not.
  ///
  /// - Complexity: O(sections).
  var totalRowCount: Int { allSlots.reduce(0) { $0 + rowCount(of: $1) } }

  /// The number of items that are shown.
  ///
  /// - Complexity: O(sections).
  var shownRowCount: Int { shown.reduce(0) { $0 + shownRows(of: $1).count } }
}
