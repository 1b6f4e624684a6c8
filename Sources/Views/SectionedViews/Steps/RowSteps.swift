import OrderedRows
import SectionedChanges

/// The operations of ``ListSteps`` for a view that has rows and no sections.
package struct RowSteps: Hashable, Sendable {
  /// The removed rows, which are removed at once. Indices in the list before, ascending.
  package var removed: [Int] = []
  /// The moves, one after the other.
  package var moved: [ListSteps.Move<Int>] = []
  /// The inserted rows, which are inserted last. Indices in the list after, ascending.
  package var inserted: [Int] = []

  /// Makes the operations of a batch.
  ///
  /// - Parameters:
  ///   - batch: the changes.
  ///   - old: the rows before.
  ///   - new: the rows after.
  /// - Complexity: O(k · log k) for k rows that the batch names, or that are in a deleted, inserted or moved section.
  package init(_ batch: ListBatch, from old: FlatRows, to new: FlatRows) {
    removed = batch.deletedItems.map(old.itemRow)
    for section in batch.deletedSections { removed += old.rows(ofSection: section) }
    removed.sort()
    inserted = batch.insertedItems.map(new.itemRow)
    for section in batch.insertedSections { inserted += new.rows(ofSection: section) }
    inserted.sort()
    var moves = batch.movedItems.map { ListMove(from: old.itemRow($0.from), to: new.itemRow($0.to), keys: nil) }
    if !batch.movedSections.isEmpty {
      // Rows that stay in a moved section move with it.
      let left = Set(removed + moves.map(\.from))
      let came = Set(inserted + moves.map(\.to))
      for move in batch.movedSections {
        let from = old.rows(ofSection: move.from).filter { !left.contains($0) }
        let to = new.rows(ofSection: move.to).filter { !came.contains($0) }
        moves += zip(from, to).map { ListMove(from: $0, to: $1, keys: nil) }
      }
    }
    moved = ListSteps.moves(moves, removed, inserted)
  }
}

/// The new indices of elements that do not move, while other elements are removed and inserted.
struct KeptIndices {
  /// The old indices of the removed elements, ascending.
  let left: [Int]
  /// The new indices of the inserted elements, ascending.
  let came: [Int]

  /// The new index of an element that does not move.
  ///
  /// - Complexity: O(log changes).
  func new(ofOld old: Int) -> Int {
    let kept = old - left.partitionPoint { $0 >= old }
    // An inserted element is before the new index if it is preceded by at most `kept` elements that do not move.
    let before = came.indices.partitionPoint { came[$0] - $0 > kept }
    return kept + before
  }
}
