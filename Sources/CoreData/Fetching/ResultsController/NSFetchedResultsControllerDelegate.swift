import Foundation

/// Is notified of what changes in the results of a fetched results controller.
///
/// Every method has a default that does nothing. The controller tracks changes while it has a delegate. Per event the
/// methods are called in this order: will change, sections, objects, the difference, did change; during all of them the
/// controller shows the new results. Section deletions name old indices, descending, insertions new ones, ascending.
/// Objects come as deletions (old, descending), insertions (new, ascending), moves (new, ascending) and updates (old,
/// ascending).
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// The results have changed as one list.
  ///
  /// Called only when the controller has no section key path. An update is a removal and an insertion that are
  /// associated with each other.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - diff: the difference of the old and the new list of IDs.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  )

  /// An object was inserted into the results, deleted, moved or updated.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - anObject: the object; of a deleted one, only the ID can be used.
  ///   - indexPath: its section and index in the old results; nil for an insertion.
  ///   - type: what happened to it.
  ///   - newIndexPath: its section and index in the new results; nil for a deletion and an update.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  )

  /// A section was inserted or deleted.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - sectionInfo: the section; a deleted one keeps its name and has no objects.
  ///   - sectionIndex: its index in the old results for a deletion, in the new results for an insertion.
  ///   - type: `insert` or `delete`.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  )

  /// The results have changed; the changes follow.
  ///
  /// - Parameter controller: the controller, which shows the new results already.
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// All changes of the event have been reported.
  ///
  /// - Parameter controller: the controller.
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// The title of a section in the index; nil leaves it to the controller.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - sectionName: the section's name.
  /// - Returns: the title.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

// Whether a delegate overrides a default cannot be asked. Where preparing a call costs something, the default records
// that it was the one called, and the controller does not prepare the next.
extension NSFetchedResultsControllerDelegate {
  /// Does nothing. If it is the method of the controller's delegate, the controller computes no difference from then
  /// on.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    noteUnused(.difference, of: controller)
  }

  /// Does nothing. If it is the method of the controller's delegate, the controller makes no objects for this call from
  /// then on.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    noteUnused(.objects, of: controller)
  }

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

  /// Returns nil, so that the controller makes the title.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    noteUnused(.indexTitles, of: controller)
    return nil
  }

  /// Records that a call need not be prepared, if this is the controller's own delegate. The receivers of a delegate
  /// that forwards its calls do not count, because other receivers may have the method.
  private func noteUnused(
    _ call: ResultsReports, of controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    if controller.delegate === self { controller.tracker.reports.remove(call) }
  }
}

/// The calls whose preparation costs something.
struct ResultsReports: OptionSet {
  let rawValue: Int

  static let difference = ResultsReports(rawValue: 1)
  static let objects = ResultsReports(rawValue: 2)
  static let indexTitles = ResultsReports(rawValue: 4)

  static let all: ResultsReports = [.difference, .objects, .indexTitles]
}

/// The kinds of changes that a fetched results controller reports. Sections are inserted and deleted only.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// An object or a section was inserted.
  case insert = 1
  /// An object or a section was deleted.
  case delete = 2
  /// The object moved to another place. It may have changed otherwise, too; no update is reported in addition.
  case move = 3
  /// The object changed and kept its place, apart from shifts by insertions and deletions of other objects.
  case update = 4
}

/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The value at the section key path as text; empty for nil, and for the only section of a list without a path.
  var name: String { get }

  /// The title of the section in an index.
  var indexTitle: String? { get }

  /// The number of objects in the section; 0 when it has left the list.
  ///
  /// - Complexity: O(1), without making an object.
  var numberOfObjects: Int { get }

  /// The objects of the section, in order; none when it has left the list, nil when the controller is gone.
  ///
  /// - Complexity: O(objects of the section) once after a change: all of them are made, as faults.
  var objects: [Any]? { get }
}
