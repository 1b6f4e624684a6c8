import CoreData
import Foundation
import OrderedRows
import SectionedFetchedResults

extension FetchedList {
  /// Makes a source that shows the list's objects in sections, and follows the list.
  ///
  /// If the groups are values of a stored key path, the list is sorted by that path first: a sort descriptor is
  /// inserted before the present ones. The groups are then in the order of their values, unless `order` is given. A
  /// view of the list itself shows that order, too. To leave the list unchanged, build a ``GroupedDataSource`` on it,
  /// or use a ``FetchedDataSource``: <doc:ChoosingASource> compares them.
  ///
  /// - Parameters:
  ///   - grouping: returns the group of an object. It reads each shown object.
  ///   - order: the order of groups.
  ///   - nilGroup: the position of the objects without a group; by default that in the list's order.
  ///   - given: groups that are shown even without objects.
  /// - Complexity: O(rows · log groups). A change of a related object on the grouping's key path costs O(rows), too.
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)`` if the model has no such key path, or its attribute
  ///   has another type or one by which objects cannot be grouped; ``FetchedSourceError/unknownEntity(name:known:)``;
  ///   the errors of ``performFetch()`` when a fetched list is sorted again. Without a context nothing is checked, and
  ///   the list is not sorted by the path.
  public func grouped<Group>(
    by grouping: FetchedGrouping<Item, Group>, order: GroupOrder<Group> = .firstAppearance,
    nilGroup: NilGroup = .inOrder, given: [Group?] = []
  ) throws -> GroupedDataSource<FetchedList<Item>, Group> {
    try prepare(for: grouping)
    let source = GroupedDataSource(self, by: grouping.group, order: order, nilGroup: nilGroup, given: given)
    follow(grouping, source)
    return source
  }

  /// Changes the grouping of a source, as one step.
  ///
  /// - Parameters:
  ///   - source: a source made by ``grouped(by:order:nilGroup:given:)`` of this list.
  ///   - grouping: returns the group of an object.
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

  /// Makes a source that shows each object once for each of its related objects, in a section of that related object.
  /// The source follows the list.
  ///
  /// The group is the identifier of the related object. Get the object from the context.
  ///
  /// - Parameters:
  ///   - relationship: a to-many relationship of the objects.
  ///   - order: the order of groups.
  ///   - nilGroup: the position of the objects without related objects.
  /// - Complexity: O(rows · log groups).
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)`` if the entity has no such relationship;
  ///   ``FetchedSourceError/unknownEntity(name:known:)``.
  public func groupedByEach(
    _ relationship: String, order: GroupOrder<NSManagedObjectID> = .firstAppearance, nilGroup: NilGroup = .last
  ) throws -> TagGroupedDataSource<FetchedList<Item>, NSManagedObjectID> {
    if let context = rows.context {
      let entity = try FetchRequests.entity(of: fetchRequest, in: context)
      guard entity.relationshipsByName[relationship]?.isToMany == true else {
        let known = entity.relationshipsByName.values.filter(\.isToMany).map(\.name)
        throw FetchedSourceError.invalidGrouping(
          path: relationship,
          reason: "\(entity.text) has no to-many relationship of that name; it has "
            + NearNames.choices(for: relationship, among: known))
      }
    }
    return TagGroupedDataSource(
      self, byEach: { [weak rows] item in rows?.relatedIDs(of: item, relationship) ?? [] }, order: order,
      nilGroup: nilGroup)
  }

  /// Checks a grouping, and sorts the list by its key path.
  private func prepare<Group>(for grouping: FetchedGrouping<Item, Group>) throws {
    guard let context = rows.context else { return }
    let check = try GroupingCheck(grouping, of: FetchRequests.entity(of: fetchRequest, in: context))
    let descriptors = fetchRequest.sortDescriptors ?? []
    if let key = check.sortKey, descriptors.first?.key != key {
      // A later descriptor of the same key would have no effect, and each call would add another one.
      let rest = descriptors.filter { $0.key != key }
      try setSortDescriptors([NSSortDescriptor(key: key, ascending: true)] + rest)
    }
  }

  /// Groups a source again when a related object on the grouping's key path changes.
  private func follow<Group>(
    _ grouping: FetchedGrouping<Item, Group>, _ source: GroupedDataSource<FetchedList<Item>, Group>
  ) {
    rows.followers.removeAll { $0.source === source }
    guard grouping.path?.contains(".") == true else { return }
    rows.followers.append(
      .init(source: source) { [weak source, weak rows] notice in
        // The entity is that of the present query, because the list's context may have been set or replaced since.
        guard let entity = rows?.query?.entity, let check = try? GroupingCheck(grouping, of: entity) else { return }
        let isConcerned = notice.changed.contains { changed in
          check.related.contains { changed.entity.isKindOf(entity: $0) }
        }
        if isConcerned { source?.regroup() }
      })
  }
}

extension FetchedRows {
  /// Returns the identifiers of the related objects of an object. An ordered relationship gives its order; otherwise
  /// objects are in the order of their first save.
  func relatedIDs(of item: NSManagedObject, _ relationship: String) -> [NSManagedObjectID] {
    let value = item.value(forKey: relationship)
    let objects = (value as? Set<NSManagedObject>).map(Array.init) ?? (value as? NSOrderedSet)?.array ?? []
    let related = objects.compactMap { $0 as? NSManagedObject }
    // A group must have the same identifier before and after its object is saved.
    obtainPermanentIDs(for: related)
    let ids = related.map { self.ids.first(of: $0.objectID) }
    if value is NSOrderedSet { return ids }
    // Shorter URIs come first, because they have smaller numbers: p9 before p10.
    return ids.map { (text: "\($0.uriRepresentation())", id: $0) }
      .sorted { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }.map(\.id)
  }
}
