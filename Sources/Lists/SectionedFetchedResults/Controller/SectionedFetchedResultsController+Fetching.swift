import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Fetches sections and items with the current requests and the current grouping key path.
  ///
  /// In a delegate method, the fetch is made at once. Its result is shown and reported after the running batch.
  ///
  /// - Parameter reporting: whether the changes from the shown list are reported. The first fetch reports nothing.
  /// - Complexity: O(rows) for fetching identifiers, and for comparing them if the changes are reported. Objects are
  ///   created on demand.
  /// - Throws: the fetches' errors; the store's error if ``obtainsPermanentIDs`` is set and the store gives no
  ///   permanent IDs; each ``SectionedFetchedResultsError`` except `inconsistentChanges`; 134070 in
  ///   `NSCocoaErrorDomain` if objects of an entity, or of a fetched subentity, would not have the controller's type.
  ///   The list is then unchanged.
  public func performFetch(reporting: Bool) throws {
    checkQueue()
    try tracker.performFetch(listRequest, reporting: reporting)
  }

  private func listRequest() throws -> ListRequest {
    let request = try ListRequest(
      items: itemFetchRequest, sections: sectionFetchRequest, path: sectionGroupingKeyPath, cacheName: cacheName,
      in: managedObjectContext)
    for (path, use) in [(sectionNameKeyPath, SectionKeyPath.Use.name), (sectionIndexTitleKeyPath, .indexTitle)] {
      guard let path else { continue }
      try SectionKeyPath.check(path, use, of: request.sectionEntity, Section.self, groupedBy: request.path)
    }
    try ObjectClasses.check(Item.self, of: request.itemEntity, with: itemFetchRequest.includesSubentities)
    try ObjectClasses.check(Section.self, of: request.sectionEntity, with: sectionFetchRequest.includesSubentities)
    return request
  }
}

extension SectionedFetchedResultsController {
  /// All changes of the list in one event. The section of unmatched items has the identifier nil.
  public typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>

  /// A version of the list: identifiers, each with a revision that differs after the object changed.
  public typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>
}
