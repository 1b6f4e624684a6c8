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
  ///   - diff: leads from the old list of IDs to the new one.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  )

  /// An object was inserted into the results, deleted, moved or updated.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - anObject: the object; a deleted one is good for its ID only.
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
  /// Does nothing. From then on the controller, if it is its delegate's, makes no difference.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    noteUnused(.difference, of: controller)
  }

  /// Does nothing. From then on the controller, if it is its delegate's, makes no objects for this call.
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

  /// Nil: the controller makes the title.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    noteUnused(.indexTitles, of: controller)
    return nil
  }

  /// A delegate that hands its calls on may have receivers with the method and without it: only the controller's own
  /// says that a call is of no use.
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
  /// An object or a section came.
  case insert = 1
  /// An object or a section went.
  case delete = 2
  /// The object stands elsewhere. It may have changed otherwise, too; no update is reported besides.
  case move = 3
  /// The object changed and stands where it stood, shifts by insertions and deletions of other objects aside.
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
