import CoreData
import Foundation
import SectionedChanges

extension SectionedFetchedResultsController {
  /// Fetches sections and items by what the requests and the grouping key path now are.
  ///
  /// - Parameter reporting: whether the changes from what was shown are told. The first fetch reports nothing.
  /// - Throws: the fetches' errors, and `SectionedFetchedResultsError`. The list is then as before.
  public func performFetch(reporting: Bool) throws {
    checkQueue()
    flush()
    let fetched = try fetchLists()
    let old = held ?? shown
    let isFirst = lists == nil
    // Objects made before a reset are of no use any more, so every item is another one than before.
    let revised: Revised = held == nil ? .none : .all
    held = nil
    adopt(fetched)
    let new = fetched.shownList(number: shown.number + 1)
    if isFirst || !reporting {
      shown = new
      outputs.restart(number: new.number) { makeSnapshot() }
    } else {
      deliverDifference(from: old, to: new, revised: revised)
    }
  }

  private func fetchLists() throws -> FetchedLists<Section, Item> {
    let itemEntity = try entity(of: itemFetchRequest.entity, itemFetchRequest.entityName, "item request")
    let sectionEntity = try entity(of: sectionFetchRequest.entity, sectionFetchRequest.entityName, "section request")
    let path = try GroupingPath(sectionGroupingKeyPath, from: itemEntity, to: sectionEntity)
    let lists = FetchedLists(
      items: itemFetchRequest, of: itemEntity, sections: sectionFetchRequest, path: path, context: managedObjectContext,
      cacheName: cacheName)
    lists.itemDependencies = try itemDependencyPaths.map { try DependencyPath($0, from: itemEntity) }
    lists.sectionDependencies = try sectionDependencyPaths.map { try DependencyPath($0, from: sectionEntity) }
    policies.limit = itemFetchRequest.fetchLimit
    policies.offset = itemFetchRequest.fetchOffset
    policies.ownLimits = [:]
    try lists.performFetch(policies: policies)
    return lists
  }

  private func entity(
    of entity: NSEntityDescription?, _ name: String?, _ request: String
  ) throws -> NSEntityDescription {
    // A request that was made with a name learns its entity from the context.
    let model = managedObjectContext.persistentStoreCoordinator?.managedObjectModel
    if let name, let found = model?.entitiesByName[name] { return found }
    guard let entity else { throw SectionedFetchedResultsError.unknownEntity(request: request) }
    return entity
  }

  private func adopt(_ fetched: FetchedLists<Section, Item>) {
    failedKeys = []
    lists = fetched
    fetched.eventRecorded = { [weak self] in self?.scheduleFlush() }
    // Observers are called in the order in which they came: this one behind the inner controllers'.
    observation = ContextObservation(managedObjectContext) { [weak self] in self?.hear($0) }
  }
}

extension SectionedFetchedResultsController {
  /// Everything that happened to the list in one event. A section's identifier is nil for the unmatched items' section.
  public typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>

  /// One version of the list: identifiers, with revisions that differ when an object changed.
  public typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>
}
