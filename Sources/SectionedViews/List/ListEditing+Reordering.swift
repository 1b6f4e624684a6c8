import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

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
