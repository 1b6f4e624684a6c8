import CoreData
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The aggregates to compute from the items of each section and of the whole list: counts, sums, least, greatest and
  /// average values. A change takes effect with the next ``performFetch()``, which throws
  /// ``SectionedFetchedResultsError/invalidAggregate(name:reason:)`` if one cannot be computed.
  ///
  /// Aggregates include hidden items, so a limit, an offset or folding does not change them, and they include unsaved
  /// changes. A section whose value changes is reported as updated, with the name of the aggregate among its keys. Read
  /// the values by `allSections[0].value(of:)` and `allSections.value(of:)`.
  ///
  /// - Complexity: an event costs O(touched items), and O(touched items · log² items) with a least or greatest value.
  ///   Touched items that are faults are filled.
  public var aggregates: [ItemAggregate] {
    get { tracker.aggregates }
    set { tracker.aggregates = newValue }
  }
}

extension SectionedFetchedResultsSections {
  /// The number of shown items in all sections.
  ///
  /// - Complexity: O(sections).
  public var numberOfObjects: Int { list.version.shownRowCount }

  /// The number of items of the list, including those that a limit, an offset or a folded section hides. Unmatched
  /// items count only if they are shown.
  ///
  /// - Complexity: O(sections).
  public var totalNumberOfObjects: Int { list.version.totalRowCount }

  /// The value of an aggregate for all items of the list, shown or not; nil if no item has a value, or if the last
  /// fetch did not have the aggregate.
  ///
  /// - Parameter aggregate: one of the controller's `aggregates`.
  /// - Complexity: O(sections · aggregates) for the first call on a version of the list, then O(aggregates).
  public func value(of aggregate: ItemAggregate) -> AggregateValue? {
    list.version.value(named: aggregate.name, among: list.totalValues)
  }
}
