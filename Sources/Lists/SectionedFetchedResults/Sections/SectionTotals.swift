import CoreData
import SectionedChanges

/// The counts and aggregates of a section or of a whole list, as a value that can be kept beside a snapshot and sent to
/// any actor.
public struct SectionTotals: Hashable, Sendable {
  /// The number of shown items.
  public let numberOfObjects: Int
  /// The number of items, shown or not.
  public let totalNumberOfObjects: Int
  /// The aggregates that have a value, by their names, such as `@sum.price`.
  public let values: [String: AggregateValue]

  init(_ version: ListVersion<ItemToken>, shown: Int, total: Int, values: [AggregateValue?]) {
    (numberOfObjects, totalNumberOfObjects) = (shown, total)
    var named: [String: AggregateValue] = [:]
    for (name, value) in zip(version.aggregates?.names ?? [], values) { named[name] = value }
    self.values = named
  }
}

extension SectionedFetchedResultsSections {
  /// The counts and the aggregates of the whole list.
  ///
  /// - Complexity: O(sections · aggregates).
  public var totals: SectionTotals {
    SectionTotals(list.version, shown: numberOfObjects, total: totalNumberOfObjects, values: list.totalValues)
  }

  /// The counts and the aggregates of each section, in the order of the list.
  ///
  /// - Complexity: O(sections · aggregates).
  public var sectionTotals: [SectionTotals] {
    list.version.shown.map { slot in
      SectionTotals(
        list.version, shown: list.version.shownRows(of: slot).count, total: list.version.rowCount(of: slot),
        values: list.version.values(of: slot))
    }
  }
}
