/// A layout with lines of items from top to bottom.
@MainActor
open class UICollectionViewFlowLayout: BandedLayout {
  /// The direction in which a layout scrolls. The double always scrolls vertically.
  public typealias ScrollDirection = UICollectionView.ScrollDirection

  /// The size of items.
  open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
  /// The estimated size of items. The double does not use it.
  open var estimatedItemSize = CGSize.zero
  /// The space between lines.
  open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  /// The least space between items of a line.
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  /// The size of headers.
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  /// The size of footers.
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  /// The insets around the items of a section.
  open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
  /// The direction in which the layout scrolls. The double does not use it.
  open var scrollDirection = ScrollDirection.vertical

  private var delegate: (any UICollectionViewDelegateFlowLayout)? {
    collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
  }

  override func line(width: CGFloat) -> (columns: Int, item: CGSize) {
    var size = itemSize
    if let collectionView, let delegate, collectionView.data.load().contains(where: { $0 > 0 }) {
      let first = IndexPath(item: 0, section: collectionView.data.load().firstIndex { $0 > 0 } ?? 0)
      size = delegate.collectionView(collectionView, layout: self, sizeForItemAt: first)
    }
    let columns = (width - sectionInset.left - sectionInset.right + minimumInteritemSpacing)
    return (max(1, Int(columns / (size.width + minimumInteritemSpacing))), size)
  }

  override func section(_ section: Int, lines: Int, height: CGFloat) -> SectionBands.Section {
    var header = headerReferenceSize.height
    var footer = footerReferenceSize.height
    if let collectionView, let delegate {
      header = delegate.collectionView(collectionView, layout: self, referenceSizeForHeaderInSection: section).height
      footer = delegate.collectionView(collectionView, layout: self, referenceSizeForFooterInSection: section).height
    }
    return SectionBands.Section(
      header: header, lines: .uniform(count: lines, height: height, spacing: minimumLineSpacing), footer: footer,
      above: sectionInset.top, below: sectionInset.bottom)
  }
}

/// The delegate of a flow layout. All methods are optional, so they have default implementations.
@MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  /// Returns the size of an item. The double uses the size of the first item for all items.
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  /// Returns the size of a header.
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize
  /// Returns the size of a footer.
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero }
}
