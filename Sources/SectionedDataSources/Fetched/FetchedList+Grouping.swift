import CoreData
import Foundation
import SectionedFetchedResults

extension FetchedList {
  /// A source that shows the list's objects in sections, and follows the list.
  ///
  /// Where groups are values that the store has, the list is sorted by them first: the missing sort descriptor is put
  /// in front of the others. So groups stand in the order of their values, unless another order is given. A view that shows
  /// the list itself shows that order, too. To leave the list as it is, put a ``GroupedDataSource`` over it, or use a
  /// ``FetchedDataSource``: <doc:ChoosingASource> compares them.
  ///
  /// - Parameters:
  ///   - grouping: names the groups. Each object that is shown is read.
  ///   - order: in which order groups stand.
  ///   - nilGroup: where the objects without a group stand; by default where the list's order puts them.
  ///   - given: groups that are shown without objects, too.
  /// - Complexity: O(rows · log groups). A change of an object that a key path leads over costs O(rows), too.
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)``, for an attribute of another type or entity, and
  ///   one that cannot be grouped by; the errors of ``performFetch()`` where the order of a live list is another
  ///   one. Without a context nothing is checked, and the first fetch is by the order as it is.
  public func grouped<Group>(
    by grouping: FetchedGrouping<Item, Group>, order: GroupOrder<Group> = .firstAppearance,
    nilGroup: NilGroup = .inOrder, given: [Group?] = []
  ) throws -> GroupedDataSource<FetchedList<Item>, Group> {
    try prepare(for: grouping)
    let source = GroupedDataSource(self, by: grouping.group, order: order, nilGroup: nilGroup, given: given)
    follow(grouping, source)
    return source
  }

  /// Groups the objects of a source otherwise, as one step.
  ///
  /// - Parameters:
  ///   - source: made by ``grouped(by:order:nilGroup:given:)`` of this list.
  ///   - grouping: names the groups.
  /// - Throws: as ``grouped(by:order:nilGroup:given:)``. The list is then as before.
  public func regroup<Group>(
    _ source: GroupedDataSource<FetchedList<Item>, Group>, by grouping: FetchedGrouping<Item, Group>
  ) throws {
    try performTogether {
      try prepare(for: grouping)
      source.setGrouping(grouping.group)
      follow(grouping, source)
    }
  }

  /// A source that shows each object in a section for each object that it is related to, and follows the list.
  ///
  /// A group is the related object's identifier: ask the context for the object.
  ///
  /// - Parameters:
  ///   - relationship: a to-many relationship of the objects.
  ///   - order: in which order groups stand.
  ///   - nilGroup: where the objects stand that are related to none.
  /// - Complexity: O(rows · log groups).
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)``.
  public func groupedByEach(
    _ relationship: String, order: GroupOrder<NSManagedObjectID> = .firstAppearance, nilGroup: NilGroup = .last
  ) throws -> TagGroupedDataSource<FetchedList<Item>, NSManagedObjectID> {
    if let context = rows.context {
      let entity = try FetchRequests.entity(of: fetchRequest, in: context)
      guard entity.relationshipsByName[relationship]?.isToMany == true else {
        throw FetchedSourceError.invalidGrouping(
          path: relationship, reason: "\(entity.text) has no to-many relationship of that name.")
      }
    }
    return TagGroupedDataSource(
      self, byEach: { [weak rows] item in rows?.relatedIDs(of: item, relationship) ?? [] }, order: order,
      nilGroup: nilGroup)
  }

  /// Checks a grouping, and sorts the list by it.
  private func prepare<Group>(for grouping: FetchedGrouping<Item, Group>) throws {
    guard let context = rows.context else { return }
    let check = try GroupingCheck(grouping, of: FetchRequests.entity(of: fetchRequest, in: context))
    let descriptors = fetchRequest.sortDescriptors ?? []
    if let key = check.sortKey, descriptors.first?.key != key {
      // One of the same key behind it would decide nothing, and each grouping would add one more.
      let others = descriptors.filter { $0.key != key }
      try setSortDescriptors([NSSortDescriptor(key: key, ascending: true)] + others)
    }
  }

  /// Has a source group again when objects change that its groups are read over.
  private func follow<Group>(
    _ grouping: FetchedGrouping<Item, Group>, _ source: GroupedDataSource<FetchedList<Item>, Group>
  ) {
    rows.followers.removeAll { $0.source === source }
    guard grouping.path?.contains(".") == true else { return }
    rows.followers.append(
      .init(source: source) { [weak source, weak rows] notice in
        // Of the model that the list is fetched from by now: the context may have come since, or be another one.
        guard let entity = rows?.query?.entity, let check = try? GroupingCheck(grouping, of: entity) else { return }
        let isConcerned = notice.changed.contains { changed in
          check.related.contains { changed.entity.isKindOf(entity: $0) }
        }
        if isConcerned { source?.regroup() }
      })
  }
}

extension FetchedRows {
  /// The identifiers of the objects that an object is related to, in the order in which they were made.
  func relatedIDs(of item: NSManagedObject, _ relationship: String) -> [NSManagedObjectID] {
    let value = item.value(forKey: relationship)
    let objects = (value as? Set<NSManagedObject>).map(Array.init) ?? (value as? NSOrderedSet)?.array ?? []
    let related = objects.compactMap { $0 as? NSManagedObject }
    // A group is known by one name, saved or not.
    obtainPermanentIDs(for: related)
    let ids = related.map { self.ids.first(of: $0.objectID) }
    return value is NSOrderedSet ? ids : ids.sorted { "\($0.uriRepresentation())" < "\($1.uriRepresentation())" }
  }
}
