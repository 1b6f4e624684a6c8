import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The edits that a user may make to a list in its view, and the closures that perform them.
///
/// ``canMove``, ``target`` and ``canDelete`` get places of the list that the view shows; ``move``, ``delete`` and
/// ``insert`` get places of the source's list. The two lists differ while the view does not show the newest one yet. If
/// a closure throws, the view undoes the user's change.
@MainActor
public struct ListEditing {
  /// Returns whether an item may be moved. Called only if ``move`` is not nil.
  public var canMove: (ItemPlace) -> Bool = { _ in true }
  /// Returns the place where a dragged item may be dropped: the proposed one, or another one near it.
  public var target: (_ from: ItemPlace, _ proposed: ItemPlace) -> ItemPlace = { $1 }
  /// Moves an item to a place of the list without it; nil if items cannot be moved.
  public var move: ((_ from: ItemPlace, _ to: ItemPlace) throws -> Void)?
  /// Returns whether an item may be deleted. Called only if ``delete`` is not nil.
  public var canDelete: (ItemPlace) -> Bool = { _ in true }
  /// Deletes an item; nil if items cannot be deleted.
  public var delete: ((ItemPlace) throws -> Void)?
  /// Inserts an item at the place that the user chose; nil if items cannot be inserted.
  public var insert: ((ItemPlace) throws -> Void)?

  /// The source to which the places belong; nil if the program made the closures, which are then not checked.
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
  /// Makes an editing by which a user moves items by dragging. The library sets their positions and sections.
  ///
  /// Items can be moved only while the list is sorted by the position. A dragged item is dropped at the nearest place
  /// that the list's order allows. Items cannot be deleted or inserted, unless the program sets these closures.
  ///
  /// - Parameter reordering: the reordering of the source that the view shows.
  public init(_ reordering: ListReordering) {
    source = reordering.list.identity
    canMove = { _ in (try? reordering.check()) != nil }
    target = { reordering.target(from: $0, proposed: $1) }
    move = { try reordering.move(from: $0, to: $1) }
  }
}
