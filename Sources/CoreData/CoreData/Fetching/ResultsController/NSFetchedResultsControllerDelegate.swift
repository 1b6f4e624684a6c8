import Foundation

/// A delegate that is notified of changes in the results of a fetched results controller.
///
/// Every method has a default implementation that does nothing. The controller follows changes as long as it has a
/// delegate. In each event the methods are called in this order: will change, sections, objects, difference, did
/// change. The controller already has the new results in all of these calls. Section deletions have old indices, in
/// descending order; section insertions have new ones, in ascending order. Then follow object deletions (old places,
/// descending), insertions (new places, ascending), moves (new places, ascending) and updates (old places,
/// ascending).
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// Called when the results have changed, with the changes as one difference.
  ///
  /// Only called if the controller has no section key path. An update is a removal and an insertion that are
  /// associated with each other.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - diff: the difference between the old and the new list of IDs.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  )

  /// Called when an object was inserted, deleted, moved or updated in the results.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - anObject: the object. If it was deleted, only its ID may be used.
  ///   - indexPath: its section and index in the old results; nil for an insertion.
  ///   - type: the kind of the change.
  ///   - newIndexPath: its section and index in the new results; nil for a deletion and an update.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  )

  /// Called when a section was inserted or deleted.
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

  /// Called before the changes of an event are reported.
  ///
  /// - Parameter controller: the controller, which already has the new results.
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// Called after all changes of an event were reported.
  ///
  /// - Parameter controller: the controller.
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// Returns the title of a section in the section index. If it is nil, the controller uses its own title.
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

// The controller cannot check whether a delegate overrides a default implementation. If a call takes time to prepare,
// the default implementation records that it was called, so that the controller does not prepare the next call.
extension NSFetchedResultsControllerDelegate {
  /// Does nothing. If the controller's delegate uses this default, the controller stops computing differences.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    noteUnused(.difference, of: controller)
  }

  /// Does nothing. If the controller's delegate uses this default, the controller stops creating objects for this
  /// call.
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

  /// Returns nil, so that the controller uses its own title.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    noteUnused(.indexTitles, of: controller)
    return nil
  }

  /// Records that a call need not be prepared any more, if `self` is the controller's own delegate. Receivers behind
  /// a forwarding delegate are ignored, because another receiver may implement the method.
  private func noteUnused(
    _ call: ResultsReports, of controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    if controller.delegate === self { controller.tracker.reports.remove(call) }
  }
}

/// The delegate calls that take time to prepare.
struct ResultsReports: OptionSet {
  let rawValue: Int

  static let difference = ResultsReports(rawValue: 1)
  static let objects = ResultsReports(rawValue: 2)
  static let indexTitles = ResultsReports(rawValue: 4)

  static let all: ResultsReports = [.difference, .objects, .indexTitles]
}

/// The kinds of changes that a fetched results controller reports. Sections are only inserted and deleted.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// An object or a section was inserted.
  case insert = 1
  /// An object or a section was deleted.
  case delete = 2
  /// The object moved to another place. It may have changed in other ways too; then no separate update is reported.
  case move = 3
  /// The object changed and kept its place, except for shifts by insertions and deletions of other objects.
  case update = 4
}

/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
  /// The value at the section key path as text. Empty for nil, and for the only section of a list without a section
  /// key path.
  var name: String { get }

  /// The title of the section in an index.
  var indexTitle: String? { get }

  /// The number of objects in the section; 0 if the section was removed.
  ///
  /// - Complexity: O(1). Creates no objects.
  var numberOfObjects: Int { get }

  /// The objects of the section, in order. Empty if the section was removed; nil if the controller was deallocated.
  ///
  /// - Complexity: O(objects of the section) once after each change, because all objects are created as faults.
  var objects: [Any]? { get }
}
