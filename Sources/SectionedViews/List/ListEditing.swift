import SectionedChanges
import SectionedDataSources

/// What a user may do to a list in its view, and what the program does then.
///
/// What asks gives places of the list that the view shows, and what edits gives places of the source's list: they differ
/// where the view does not show the newest list yet. An error takes the user's change back in the view.
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

  /// The source whose places these are; nil where the program's closures know.
  var source: ObjectIdentifier?

  /// Makes one by which nothing may be done.
  public init() {}

  /// This one for the view of a source; one by which nothing may be done, where it was made for another source.
  func checked<Source: SectionedDataSource>(for shown: Source) -> ListEditing {
    guard let source, source != shown.identity else { return self }
    shown.anomalies.report(
      DataSourceAnomaly(
        .otherSource,
        "A ListEditing of another source cannot edit what the view shows: places differ. Make it by "
          + "ListEditing(_:of:shownBy:), which finds items by what names them."))
    return ListEditing()
  }
}
