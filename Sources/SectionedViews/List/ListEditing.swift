import SectionedChanges

/// What a user may do to a list in its view, and what the program does then.
///
/// Places are those of the list that the view shows. A closure changes the source; an error takes the user's change back
/// in the view.
@MainActor
public struct ListEditing {
  /// Whether an item may be moved. Asked only where ``move`` is there.
  public var canMove: (ItemPlace) -> Bool = { _ in true }
  /// Where an item that is being dragged may be dropped: the place, or another one near it.
  public var target: (_ from: ItemPlace, _ proposed: ItemPlace) -> ItemPlace = { $1 }
  /// Moves an item to a place of the list without it; nil where items cannot be moved.
  public var move: ((_ from: ItemPlace, _ to: ItemPlace) throws -> Void)?
  /// Whether an item may be deleted. Asked only where ``delete`` is there.
  public var canDelete: (ItemPlace) -> Bool = { _ in true }
  /// Deletes an item; nil where items cannot be deleted.
  public var delete: ((ItemPlace) throws -> Void)?
  /// Inserts an item where the user asked for one; nil where items cannot be inserted.
  public var insert: ((ItemPlace) throws -> Void)?

  /// Makes one by which nothing may be done.
  public init() {}
}
