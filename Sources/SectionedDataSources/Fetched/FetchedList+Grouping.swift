import CoreData
import Foundation
import OrderedRows
import SectionedFetchedResults

extension FetchedList {
  /// Makes a source that shows the list's objects in sections, and follows the list.
  ///
  /// If groups are values that the store has, the list is sorted by them first: the missing sort descriptor is inserted
  /// before the present ones. So groups are in the order of their values, unless another order is given. A view that
  /// shows the list itself shows that order, too. To leave the list unchanged, build a ``GroupedDataSource`` on it, or
  /// use a ``FetchedDataSource``: <doc:ChoosingASource> compares them.
  ///
  /// - Parameters:
  ///   - grouping: names the groups. Each shown object is read.
  ///   - order: the order of groups.
  ///   - nilGroup: the place of the objects without a group; by default that in the list's order.
  ///   - given: groups that are shown even without objects.
  /// - Complexity: O(rows · log groups). A change of an object on the grouping's key path costs O(rows), too.
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)``, for an attribute of another type or entity, and
  ///   one by which objects cannot be grouped; the errors of ``performFetch()`` where a live list gets another order.
  ///   Without a context nothing is checked, and the first fetch uses the present order.
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

  /// Makes a source that shows each object in a section for each object to which it is related, and follows the list.
  ///
  /// A group is the related object's identifier; the context returns the object.
  ///
  /// - Parameters:
  ///   - relationship: a to-many relationship of the objects.
  ///   - order: the order of groups.
  ///   - nilGroup: the place of the objects that are related to none.
  /// - Complexity: O(rows · log groups).
  /// - Throws: ``FetchedSourceError/invalidGrouping(path:reason:)``.
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

  /// Checks a grouping, and sorts the list by it.
  private func prepare<Group>(for grouping: FetchedGrouping<Item, Group>) throws {
    guard let context = rows.context else { return }
    let check = try GroupingCheck(grouping, of: FetchRequests.entity(of: fetchRequest, in: context))
    let descriptors = fetchRequest.sortDescriptors ?? []
    if let key = check.sortKey, descriptors.first?.key != key {
      // A descriptor of the same key behind it would decide nothing, and each grouping would add another one.
      let rest = descriptors.filter { $0.key != key }
      try setSortDescriptors([NSSortDescriptor(key: key, ascending: true)] + rest)
    }
  }

  /// Groups a source again when objects change from which its groups are read.
  private func follow<Group>(
    _ grouping: FetchedGrouping<Item, Group>, _ source: GroupedDataSource<FetchedList<Item>, Group>
  ) {
    rows.followers.removeAll { $0.source === source }
    guard grouping.path?.contains(".") == true else { return }
    rows.followers.append(
      .init(source: source) { [weak source, weak rows] notice in
        // The model is that of the present query: the context may have been set since, or replaced.
        guard let entity = rows?.query?.entity, let check = try? GroupingCheck(grouping, of: entity) else { return }
        let isConcerned = notice.changed.contains { changed in
          check.related.contains { changed.entity.isKindOf(entity: $0) }
        }
        if isConcerned { source?.regroup() }
      })
  }
}

extension FetchedRows {
  /// The identifiers of the objects to which an object is related: in the order of an ordered relationship, else in the
  /// order in which they were saved first.
  func relatedIDs(of item: NSManagedObject, _ relationship: String) -> [NSManagedObjectID] {
    let value = item.value(forKey: relationship)
    let objects = (value as? Set<NSManagedObject>).map(Array.init) ?? (value as? NSOrderedSet)?.array ?? []
    let related = objects.compactMap { $0 as? NSManagedObject }
    // A group has one name, whether its object is saved or not.
    obtainPermanentIDs(for: related)
    let ids = related.map { self.ids.first(of: $0.objectID) }
    if value is NSOrderedSet { return ids }
    // A shorter URI has the smaller number: p9 comes before p10.
    return ids.map { (text: "\($0.uriRepresentation())", id: $0) }
      .sorted { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }.map(\.id)
  }
}
