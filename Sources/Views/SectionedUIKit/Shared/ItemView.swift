#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A table or a collection view, with common names for their operations.
  @MainActor
  protocol ItemView: UIScrollView {
    associatedtype Cell: UIView

    var visibleCells: [Cell] { get }
    func indexPath(for cell: Cell) -> IndexPath?
    func reloadData()
    /// The data source as an untyped object.
    var source: AnyObject? { get }
    /// The cell at an index path, including a cell that is prepared and not visible yet.
    func preparedCell(at path: IndexPath) -> Cell?
    var selectedPaths: [IndexPath] { get }
    /// Selects an item without animating or scrolling.
    func addToSelection(_ path: IndexPath)
    func removeFromSelection(_ path: IndexPath)
    /// Performs a batch update.
    func performBatch(_ changes: @escaping () -> Void)
  }

  extension ItemView {
    /// Calls `reload`, which makes the view lose its selection, and then selects the same items again.
    ///
    /// - Parameters:
    ///   - id: returns the identifier of the item at an index path.
    ///   - path: returns the index path of an item after the reload.
    ///   - reload: reloads the view.
    func keepingSelection<ID>(id: (IndexPath) -> ID?, path: (ID) -> IndexPath?, _ reload: () -> Void) {
      let selected = selectedPaths.compactMap(id)
      reload()
      for path in selected.compactMap(path) { addToSelection(path) }
    }
  }

  extension UITableView: ItemView {
    var source: AnyObject? { dataSource }
    func preparedCell(at path: IndexPath) -> UITableViewCell? { cellForRow(at: path) }
    var selectedPaths: [IndexPath] { indexPathsForSelectedRows ?? [] }
    func addToSelection(_ path: IndexPath) { selectRow(at: path, animated: false, scrollPosition: .none) }
    func removeFromSelection(_ path: IndexPath) { deselectRow(at: path, animated: false) }
    func performBatch(_ changes: @escaping () -> Void) { performBatchUpdates { changes() } }
  }

  extension UICollectionView: ItemView {
    var source: AnyObject? { dataSource }
    func preparedCell(at path: IndexPath) -> UICollectionViewCell? { cellForItem(at: path) }
    var selectedPaths: [IndexPath] { indexPathsForSelectedItems ?? [] }
    func addToSelection(_ path: IndexPath) { selectItem(at: path, animated: false, scrollPosition: []) }
    func removeFromSelection(_ path: IndexPath) { deselectItem(at: path, animated: false) }
    func performBatch(_ changes: @escaping () -> Void) { performBatchUpdates { changes() } }
  }
#endif
