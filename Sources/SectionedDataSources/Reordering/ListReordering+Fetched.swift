import CoreData
import SectionedChanges
import SectionedFetchedResults

extension ListReordering {
  /// Makes the reordering of a fetched source. The move of one item is a step of the origin ``UpdateOrigin/user``, which
  /// a view shows already.
  ///
  /// - Parameters:
  ///   - source: the source. The request of its items is sorted by the position.
  ///   - position: the attribute of the items that has their position in the section.
  ///   - section: the relationship from an item to its section, which a move to another section sets; nil for the first
  ///     of the grouping key path.
  ///   - sectionPosition: the attribute of the section objects that has their position; nil if they are not moved.
  ///   - scope: finds the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, as `project == %@`. Other conditions hide items.
  public init<Section, Item>(
    of source: FetchedDataSource<Section, Item>, position: String, section: String? = nil,
    sectionPosition: String? = nil, among scope: NSPredicate? = nil
  ) {
    let performer = ControllerReordering<Section, Item>.Performer(
      identity: source.identity,
      item: { from, to, edits in try source.performUserMove(from: from, to: to, edits: edits) },
      section: { from, to, edits in try source.performUserMove(fromSection: from, to: to, edits: edits) },
      all: { edits in
        source.performTogether {
          edits()
          source.managedObjectContext.processPendingChanges()
        }
      })
    self.init(
      ControllerReordering(source.controller, section: section, performer: performer), position: position,
      sectionPosition: sectionPosition, scope: scope)
  }

  /// Makes the reordering of a fetched list. A move is one step.
  ///
  /// - Parameters:
  ///   - source: the list. Its request is sorted by the position.
  ///   - position: the attribute of the items that has their position.
  ///   - scope: finds the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, as `project == %@`. Other conditions hide items.
  public init<Item>(of source: FetchedList<Item>, position: String, among scope: NSPredicate? = nil) {
    self.init(FetchedListReordering(source), position: position, sectionPosition: nil, scope: scope)
  }

  /// Makes the reordering of a fetched list in groups. A move is one step, and sets the value by which the moved item is
  /// in its new group.
  ///
  /// - Parameters:
  ///   - source: the groups of a fetched list.
  ///   - position: the attribute of the items that has their position in the group.
  ///   - section: the attribute whose values are the groups; or a relationship, which an item gets from the other items
  ///     of its new group.
  ///   - scope: as of a reordering of a fetched list.
  public init<Item, Group: Hashable & Sendable>(
    of source: GroupedDataSource<FetchedList<Item>, Group>, position: String, section: String,
    among scope: NSPredicate? = nil
  ) {
    self.init(
      GroupedListReordering(source, section: section), position: position, sectionPosition: nil, scope: scope)
  }

  /// Makes the reordering of a source that is in the order of a relationship: a move changes this relationship of the
  /// section object. A move is one step. Items that the list hides keep their places in the relationship.
  ///
  /// - Parameter source: the source.
  public init<Section, Item>(of source: RelationshipOrderedDataSource<Section, Item>) {
    self.init(RelationshipReordering(source), position: "", sectionPosition: nil, scope: nil)
  }
}
