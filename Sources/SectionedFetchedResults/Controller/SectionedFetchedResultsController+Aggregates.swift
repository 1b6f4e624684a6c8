import CoreData
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The values that are computed of the items of each section and of the whole list: counts, sums, the least, the
  /// greatest and average values. A change takes effect with the next ``performFetch()``, which throws
  /// ``SectionedFetchedResultsError/invalidAggregate(name:reason:)`` for one that cannot be computed.
  ///
  /// They are of all items that belong to a section or to the list, shown or not: a limit, an offset and folding change
  /// nothing. They have unsaved changes. A section whose value changes is reported as updated, with the name of the
  /// aggregate among its keys. Read them as `allSections[0].value(of:)` and `allSections.value(of:)`.
  ///
  /// - Complexity: an event costs O(touched items), and O(touched items · log² items) with a least or greatest value. The
  ///   items that it touches are read, faults among them too.
  public var aggregates: [ItemAggregate] {
    get { tracker.aggregates }
    set { tracker.aggregates = newValue }
  }
}

extension SectionedFetchedResultsSections {
  /// The number of items that are shown, in all sections.
  ///
  /// - Complexity: O(sections).
  public var numberOfObjects: Int { list.version.shownRowCount }

  /// The number of items of the list, shown or not: also those that a limit, an offset or a folded section leaves out.
  /// Unmatched items are among them only where they are shown.
  ///
  /// - Complexity: O(sections).
  public var totalNumberOfObjects: Int { list.version.totalRowCount }

  /// The value of an aggregate for all items of the list, shown or not; nil where no item has a value, and for an
  /// aggregate that the last fetch did not have.
  ///
  /// - Parameter aggregate: one of the controller's `aggregates`.
  /// - Complexity: O(sections · aggregates) the first time for a version of the list, then O(aggregates).
  public func value(of aggregate: ItemAggregate) -> AggregateValue? {
    list.version.value(named: aggregate.name, among: list.totalValues)
  }
}
