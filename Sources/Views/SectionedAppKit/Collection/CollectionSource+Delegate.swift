#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  extension CollectionSource: NSCollectionViewDelegate {
    // MARK: Selection

    func collectionView(
      _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
    ) -> Set<IndexPath> {
      guard let answers = screen.answers else { return [] }
      return indexPaths.filter { $0.place.map { answers.canSelect($0) } ?? false }
    }

    func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
      screen.answers?.selectionChanged()
    }

    func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
      screen.answers?.selectionChanged()
    }

    // MARK: Drags and drops

    func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)? { indexPath.place.flatMap { screen.writer(at: $0) } }

    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>
    ) { screen.dragBegins(indexPaths.sorted().compactMap(\.place)) }

    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      dragOperation operation: NSDragOperation
    ) { screen.dragEnds() }

    func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation {
      let proposed = proposedDropIndexPath.pointee
      guard proposed.length == 2,
        let gap = screen.gap(ItemPlace(section: proposed.index(atPosition: 0), item: proposed.index(atPosition: 1)))
      else { return [] }
      let isOwn = screen.isOwn(draggingInfo)
      let operation = isOwn ? .move : screen.answers?.dropOperation(draggingInfo, at: gap) ?? []
      guard !operation.isEmpty, let target = isOwn ? screen.target(forGap: gap) : gap else { return [] }
      proposedDropIndexPath.pointee = NSIndexPath(indexes: [target.section, target.item], length: 2)
      proposedDropOperation.pointee = .before
      return operation
    }

    func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
      dropOperation: NSCollectionView.DropOperation
    ) -> Bool {
      guard let gap = indexPath.place.flatMap({ screen.gap($0) }) else { return false }
      return screen.isOwn(draggingInfo)
        ? screen.drop(atGap: gap) : screen.answers?.takeDrop(draggingInfo, at: gap) ?? false
    }
  }

  extension CollectionSource: NSCollectionViewPrefetching {
    func collectionView(_ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
      screen.answers?.prefetch(indexPaths.compactMap(\.place))
    }

    func collectionView(_ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
      screen.answers?.cancelPrefetch(indexPaths.compactMap(\.place))
    }
  }
#endif
