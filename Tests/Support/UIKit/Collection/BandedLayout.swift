/// A layout that places sections one below the other.
@MainActor
open class BandedLayout: UICollectionViewLayout {
  private var bands = SectionBands()

  /// Returns the number of items in a line, and their size.
  func line(width: CGFloat) -> (columns: Int, item: CGSize) { (1, CGSize(width: width, height: 44)) }

  func section(_ section: Int, lines: Int, height: CGFloat) -> SectionBands.Section {
    SectionBands.Section(header: 0, lines: .uniform(count: lines, height: height, spacing: 0), footer: 0)
  }

  private var grid: (columns: Int, item: CGSize) { line(width: collectionView?.bounds.width ?? 0) }

  open override func prepare() {
    super.prepare()
    guard let collectionView else { return }
    let (columns, item) = grid
    bands = SectionBands(
      collectionView.data.load().enumerated().map { index, count in
        section(index, lines: (count + columns - 1) / columns, height: item.height)
      })
  }

  open override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: bands.end)
  }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    guard let counts = collectionView?.data.load() else { return nil }
    let columns = grid.columns
    return bands.sections(from: rect.minY, to: rect.maxY).flatMap { section in
      let lines = bands.lines(ofSection: section, from: rect.minY, to: rect.maxY)
      let first = lines.lowerBound * columns
      let items = first..<max(first, min(lines.upperBound * columns, counts[section]))
      let kinds = [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter]
      let others = kinds.compactMap {
        layoutAttributesForSupplementaryView(ofKind: $0, at: IndexPath(item: 0, section: section))
      }
      return others.filter { $0.frame.intersects(rect) }
        + items.compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: section)) }
    }
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard let collectionView, collectionView.data.contains(indexPath.place) else { return nil }
    let (columns, item) = grid
    let band = bands.line(indexPath.item / columns, inSection: indexPath.section)
    let x = CGFloat(indexPath.item % columns) * item.width
    return UICollectionViewLayoutAttributes(
      indexPath, frame: CGRect(x: x, y: band.top, width: item.width, height: band.height))
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard bands.sections.indices.contains(indexPath.section) else { return nil }
    let section = bands.sections[indexPath.section]
    let isHeader = elementKind == UICollectionView.elementKindSectionHeader
    guard isHeader || elementKind == UICollectionView.elementKindSectionFooter else { return nil }
    let height = isHeader ? section.header : section.footer
    guard height > 0 else { return nil }
    let frame = CGRect(
      x: 0, y: isHeader ? section.top : section.footerTop, width: collectionView?.bounds.width ?? 0, height: height)
    return UICollectionViewLayoutAttributes(indexPath, kind: elementKind, frame: frame)
  }
}
