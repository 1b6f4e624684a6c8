import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The edits that a user may make to a list in its view, and the closures that carry them out.
///
/// ``canMove``, ``target`` and ``canDelete`` are given places of the list that the view shows; ``move``, ``delete`` and
/// ``insert`` are given places of the source's list. The two differ while the view does not show the newest list yet.
/// If a closure throws, the view takes the user's change back.
@MainActor
public struct ListEditing {
  /// Whether an item may be moved. Asked only where ``move`` is there.
  public var canMove: (ItemPlace) -> Bool = { _ in true }
  /// The place where an item that is being dragged may be dropped: the proposed one, or another one near it.
  public var target: (_ from: ItemPlace, _ proposed: ItemPlace) -> ItemPlace = { $1 }
  /// Moves an item to a place of the list without it; nil where items cannot be moved.
  public var move: ((_ from: ItemPlace, _ to: ItemPlace) throws -> Void)?
  /// Whether an item may be deleted. Asked only where ``delete`` is there.
  public var canDelete: (ItemPlace) -> Bool = { _ in true }
  /// Deletes an item; nil where items cannot be deleted.
  public var delete: ((ItemPlace) throws -> Void)?
  /// Inserts an item where the user asked for one; nil where items cannot be inserted.
  public var insert: ((ItemPlace) throws -> Void)?

  /// The source whose places these are; nil for closures of the program's own, which are not checked.
  var source: ObjectIdentifier?

  /// Makes an editing that allows nothing.
  public init() {}

  /// Returns this editing for the view of a source. If it was made for another source, reports an anomaly and returns
  /// an editing that allows nothing.
  func checked<Source: SectionedDataSource>(for shown: Source) -> ListEditing {
    guard let source, source != shown.identity else { return self }
    shown.anomalies.report(
      DataSourceAnomaly(
        .otherSource,
        "A ListEditing of another source cannot edit what the view shows: places differ. Make it by "
          + "ListEditing(_:of:shownBy:), which finds items by what names them, or by ListEditing(_:shownBy:) for a "
          + "PlaceholderDataSource or a MoreRowDataSource."))
    return ListEditing()
  }
}

extension ListEditing {
  /// Makes an editing by which a user moves items to where they are dropped. The library sets positions and sections.
  ///
  /// An item is moved only while the list is sorted by the position. A dragged item is dropped at the nearest place that
  /// the list's order allows. Items are not deleted or inserted, unless the program sets these edits.
  ///
  /// - Parameter reordering: the reordering of the source that the view shows.
  public init(_ reordering: ListReordering) {
    source = reordering.list.identity
    canMove = { _ in (try? reordering.check()) != nil }
    target = { reordering.target(from: $0, proposed: $1) }
    move = { try reordering.move(from: $0, to: $1) }
  }
}
