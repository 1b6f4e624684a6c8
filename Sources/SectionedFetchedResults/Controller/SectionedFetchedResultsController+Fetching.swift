import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Fetches sections and items with the current requests and the current grouping key path.
  ///
  /// In a delegate's method the fetch is made at once, and its result is shown, and reported, when the running batch
  /// has ended.
  ///
  /// - Parameter reporting: whether the changes from what was shown are reported. The first fetch reports nothing.
  /// - Complexity: O(rows): naming them, and comparing with what was shown where that is reported. Objects are made
  ///   when they are asked for.
  /// - Throws: the fetches' errors; the store's when it gives no permanent IDs and ``obtainsPermanentIDs`` is set; a
  ///   ``SectionedFetchedResultsError`` but for `inconsistentChanges`; 134070 in `NSCocoaErrorDomain` when objects of
  ///   an entity, or of a subentity that is asked for, would not be of the type that the controller was made for. The
  ///   list is then as before.
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
  /// Everything that happened to the list in one event. A section's identifier is nil for the unmatched items' section.
  public typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>

  /// A version of the list: identifiers, with revisions that differ when an object changed.
  public typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>
}
