import CoreData
import Foundation
import SectionedChanges

/// Moves rows of a list to where a user drops them: sets the attribute that the list is sorted by, and the section.
///
/// ```swift
/// let reordering = ListReordering(of: controller, position: "position")
/// try reordering.move(from: [0, 2], to: [1, 0])
/// ```
///
/// A list is sorted by the attribute, ascending or descending. It is an integer, a floating-point number or a date. A
/// moved row gets a position between its new neighbours. If there is none, as few other rows as possible get new
/// positions, too. Rows that share a position, or have none, get positions of their own where a move needs it. A model's
/// bounds for the attribute are respected.
///
/// In another section, a row gets that section, too. Rows that the list hides by its predicate, a limit or an offset
/// keep their places around the shown ones.
///
/// A move is one event and one step of undoing. It is not saved. If it cannot be made, nothing is changed.
///
/// Two contexts may move rows of one list. When one merges what the other has saved, both show the same order. If both
/// have given one position to two rows, further sort descriptors decide between these, then the store.
///
/// Use it on the context's queue. It keeps the list alive.
public struct ListReordering {
  package let list: any ReorderedList
  let position: String
  let sectionPosition: String?
  let scope: NSPredicate?

  package init(_ list: any ReorderedList, position: String, sectionPosition: String?, scope: NSPredicate?) {
    (self.list, self.position, self.sectionPosition, self.scope) = (list, position, sectionPosition, scope)
  }

  /// Makes the reordering of a controller's list. The view shows a user's move already, so the delegate is not notified
  /// of it.
  ///
  /// - Parameters:
  ///   - controller: the controller. The request of its items is sorted by the position.
  ///   - position: the attribute of the items that has their position in the section.
  ///   - section: the relationship from an item to its section, which a move to another section sets; nil for the first
  ///     of the grouping key path.
  ///   - sectionPosition: the attribute of the section objects that has their position; nil if they are not moved.
  ///   - scope: finds the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, as `project == %@`. Other conditions hide items.
  public init<Section, Item>(
    of controller: SectionedFetchedResultsController<Section, Item>, position: String, section: String? = nil,
    sectionPosition: String? = nil, among scope: NSPredicate? = nil
  ) {
    self.init(
      ControllerReordering(controller, section: section), position: position, sectionPosition: sectionPosition,
      scope: scope)
  }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - from: its place, in the list before the move.
  ///   - to: its new place, in the list after the move.
  /// - Complexity: O(rows with new positions · log). If the list hides rows, the rows of the section are fetched.
  /// - Throws: ``ListReorderingError``; the error of the fetch. Nothing is changed then.
  public func move(from: ItemPlace, to: ItemPlace) throws { try move([from], to: to) }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - from: section and item, in the list before the move.
  ///   - to: section and item, in the list after the move.
  /// - Throws: as ``move(from:to:)-(ItemPlace,_)``.
  public func move(from: IndexPath, to: IndexPath) throws {
    try move(from: ItemPlace(section: from[0], item: from[1]), to: ItemPlace(section: to[0], item: to[1]))
  }

  /// Throws the reason why no item of the list can be moved.
  ///
  /// - Complexity: O(sort descriptors).
  /// - Throws: ``ListReorderingError``.
  public func check() throws {
    guard list.isFetched else { throw ListReorderingError.notFetched }
    if list.orderedRelationship == nil { _ = try order(of: list.itemRequest()) }
  }

  /// The order in which a request fetches the items.
  func order(of items: RowRequest) throws -> RowOrder {
    try RowOrder(items.request, by: position, inSectionsBy: items.section)
  }
}
