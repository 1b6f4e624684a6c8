import CoreData
import Foundation
import SectionedChanges

/// Moves rows of a list to the places where a user drops them, by setting the position attribute, and the section if it
/// changes.
///
/// ```swift
/// let reordering = ListReordering(of: controller, position: "position")
/// try reordering.move(from: [0, 2], to: [1, 0])
/// ```
///
/// The list must be sorted by the position attribute, ascending or descending. The attribute is an integer, a
/// floating-point number or a date. A moved row gets a position between its new neighbours. If there is none, as few
/// other rows as possible get new positions, too. Rows that share a position, or have none, get distinct positions when
/// a move needs it. Positions respect the bounds that the model sets for the attribute.
///
/// A row that moves to another section also gets that section. Rows that are hidden by the list's predicate, a limit or
/// an offset keep their places around the shown ones.
///
/// A move is one event and one undo step. It is not saved. If it cannot be made, nothing changes.
///
/// Two contexts may move rows of the same list. When one merges the other's save, both show the same order. If the two
/// contexts gave the same position to two rows, the next sort descriptors decide, and after these the store.
///
/// Use it on the context's queue. It retains the list.
public struct ListReordering {
  package let list: any ReorderedList
  let position: String
  let sectionPosition: String?
  let scope: NSPredicate?

  package init(_ list: any ReorderedList, position: String, sectionPosition: String?, scope: NSPredicate?) {
    (self.list, self.position, self.sectionPosition, self.scope) = (list, position, sectionPosition, scope)
  }

  /// Makes the reordering of a controller's list. The view already shows a user's move, so the delegate is not notified
  /// of it.
  ///
  /// - Parameters:
  ///   - controller: the controller. Its item request must be sorted by the position.
  ///   - position: the items' attribute for their position within the section.
  ///   - section: the relationship from an item to its section, which a move to another section sets; nil for the first
  ///     one of the grouping key path.
  ///   - sectionPosition: the section objects' attribute for their position; nil if sections are not moved.
  ///   - scope: a predicate for the items that are ordered together. If it is nil, these are all items that satisfy the
  ///     request's conditions on relationships, such as `project == %@`. All other conditions are taken to hide items.
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
  ///   - from: the place of the item, in the list before the move.
  ///   - to: the new place, in the list after the move.
  /// - Complexity: O(rows with new positions · log rows). If the list hides rows, the rows of the section are fetched.
  /// - Throws: ``ListReorderingError``, or the error of the fetch. Nothing has changed then.
  public func move(from: ItemPlace, to: ItemPlace) throws { try move([from], to: to) }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - from: the section and the item, in the list before the move.
  ///   - to: the section and the item, in the list after the move.
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

  /// The order of the item request.
  func order(of items: RowRequest) throws -> RowOrder {
    try RowOrder(items.request, by: position, inSectionsBy: items.section)
  }
}
