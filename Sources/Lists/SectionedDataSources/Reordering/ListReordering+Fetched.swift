import CoreData
import SectionedChanges
import SectionedFetchedResults

extension ListReordering {
  /// Makes the reordering of a fetched source. The move of one item is a step of the origin ``UpdateOrigin/user``,
  /// because the view already shows the move.
  ///
  /// - Parameters:
  ///   - source: the source. Its item request must be sorted by the position.
  ///   - position: the attribute of the items that has their position in the section.
  ///   - section: the relationship from an item to its section object, which a move to another section sets; nil for
  ///     the first relationship of the grouping key path.
  ///   - sectionPosition: the attribute of the section objects that has their position; nil if sections are not moved.
  ///   - scope: a predicate for the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, such as `project == %@`. Other conditions only hide items.
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
  ///   - source: the list. Its request must be sorted by the position.
  ///   - position: the attribute of the items that has their position.
  ///   - scope: a predicate for the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, such as `project == %@`. Other conditions only hide items.
  public init<Item>(of source: FetchedList<Item>, position: String, among scope: NSPredicate? = nil) {
    self.init(FetchedListReordering(source), position: position, sectionPosition: nil, scope: scope)
  }

  /// Makes the reordering of a grouped fetched list. A move is one step, and sets the value that assigns the moved item
  /// to its new group.
  ///
  /// - Parameters:
  ///   - source: the groups of a fetched list.
  ///   - position: the attribute of the items that has their position in the group.
  ///   - section: the attribute whose values are the groups; or a to-one relationship, whose value is copied from an
  ///     item of the new group.
  ///   - scope: a predicate for the items that are ordered together, as for a fetched list.
  public init<Item, Group: Hashable & Sendable>(
    of source: GroupedDataSource<FetchedList<Item>, Group>, position: String, section: String,
    among scope: NSPredicate? = nil
  ) {
    self.init(
      GroupedListReordering(source, section: section), position: position, sectionPosition: nil, scope: scope)
  }

  /// Makes the reordering of a source in the order of a relationship. A move is one step, and changes this relationship
  /// of the section object. Items that the list hides keep their places in the relationship.
  ///
  /// - Parameter source: the source.
  public init<Section, Item>(of source: RelationshipOrderedDataSource<Section, Item>) {
    self.init(RelationshipReordering(source), position: "", sectionPosition: nil, scope: nil)
  }
}
