import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// A collection as a screen of a random test. The program is its delegate.
@MainActor
final class RandomCollection<Source: SectionedDataSource>: NSObject, ShownView, UICollectionViewDelegate {
  let view: UICollectionView
  let binding: CollectionBinding<Source>
  /// A hook that the delegate's methods and the cells' closures call. Sometimes it changes a list.
  private let meddle: RandomRules.Hook
  private var isDragging = false

  init(_ source: Source, _ random: inout SeededRandom, _ meddle: @escaping RandomRules.Hook) {
    self.meddle = meddle
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: random.oneIn(2) ? 320 : 90, height: 50)
    layout.headerReferenceSize = CGSize(width: 320, height: random.oneIn(3) ? 0 : 20)
    view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: layout)
    binding = CollectionBinding(source, rules: RandomRules.collection(meddle))
    super.init()
    let isEarly = random.oneIn(2)
    if isEarly { view.delegate = self }
    binding.show(in: view)
    if !isEarly { view.delegate = self }
  }

  var scroll: UIScrollView { view }
  var counts: [Int] { (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } }
  var visible: [IndexPath] { view.indexPathsForVisibleItems.sorted() }
  func cell(at path: IndexPath) -> (any TextView)? { view.cellForItem(at: path) as? TextTile }
  func header(ofSection section: Int) -> (any TextView)? {
    view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
      as? TileHeader
  }
  func frame(of path: IndexPath) -> CGRect { view.layoutAttributesForItem(at: path)?.frame ?? .zero }
  var selected: [IndexPath] { view.indexPathsForSelectedItems ?? [] }
  var allowsSeveral: Bool { view.allowsMultipleSelection }
  func tap(_ path: IndexPath) { view.tapItem(at: path) }
  func drag(from old: IndexPath, to new: IndexPath) { view.dragItem(at: old, to: new) }
  func delete(_ path: IndexPath) { binding.userDeletes(at: path) }
  func reloadData() { view.reloadData() }
  func inBatch(_ body: () -> Void) { view.performBatchUpdates(body) }

  func change(_ random: inout SeededRandom) {
    switch random.below(4) {
    case 0: view.allowsMultipleSelection.toggle()
    case 1 where !isDragging:
      if let path = visible.first { isDragging = binding.beginDragging(at: path) }
    case 2 where isDragging:
      binding.drag(to: CGPoint(x: random.below(320), y: random.below(400)))
      binding.drop()
      isDragging = false
    default:
      binding.cancelDragging()
      isDragging = false
    }
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { binding.presenter.answering(meddle) }

  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { binding.presenter.answering(meddle) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { binding.presenter.answering(meddle) }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) { meddle() }
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) { meddle() }
}
