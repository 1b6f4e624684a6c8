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
      scroll(to: anchor, isHorizontal: isHorizontal, tries: 4) { view, path in
        view.layoutAttributesForItem(at: path).map { isHorizontal ? $0.frame.minX : $0.frame.minY }
      }
    }
  }
#endif
