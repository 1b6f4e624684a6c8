#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  extension CollectionScreen {
    private var isHorizontal: Bool {
      if let scrollsHorizontally { return scrollsHorizontally }
      return (view?.collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection == .horizontal
    }

    var isAtBeginning: Bool { view?.isAtBeginning(isHorizontal: isHorizontal) ?? true }

    var anchors: [ScrollAnchor] {
      guard let view else { return [] }
      let isHorizontal = isHorizontal
      let start = view.visibleStart(isHorizontal: isHorizontal)
      return view.indexPathsForVisibleItems.sorted().compactMap { path in
        guard let place = ItemPlace(path), let item = view.layoutAttributesForItem(at: path)?.frame else { return nil }
        return ScrollAnchor(place: place, distance: Double((isHorizontal ? item.minX : item.minY) - start))
      }
    }

    func scroll(to anchor: ScrollAnchor) {
      let isHorizontal = isHorizontal
      // Items that come into view may be of another size than was taken for them.
      for _ in 0..<4 {
        guard let view else { return }
        view.layoutIfNeeded()
        guard let item = view.layoutAttributesForItem(at: IndexPath(anchor.place))?.frame else { return }
        let start = (isHorizontal ? item.minX : item.minY) - CGFloat(anchor.distance)
        if abs(start - view.visibleStart(isHorizontal: isHorizontal)) <= 0.5 { return }
        view.setVisibleStart(start, isHorizontal: isHorizontal)
      }
    }
  }
#endif
