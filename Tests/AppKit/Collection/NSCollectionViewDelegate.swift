/// A collection's delegate is notified. Methods that may be left out have a default that means the same.
@MainActor
public protocol NSCollectionViewDelegate: NSObjectProtocol {
  /// The items of those named that the user may select.
  func collectionView(
    _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
  ) -> Set<IndexPath>
  /// The user has selected items.
  func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>)
  /// The user has deselected items.
  func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>)
  /// The data of an item that is dragged; nil where it cannot be dragged.
  func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)?
  /// A drag begins.
  func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
    willBeginAt screenPoint: CGPoint, forItemsAt indexPaths: Set<IndexPath>)
  /// A drag has ended.
  func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: CGPoint,
    dragOperation operation: NSDragOperation)
  /// The operation of a drop; none refuses it. The delegate may choose another target.
  func collectionView(
    _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
    proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation
  /// Takes what is dropped.
  func collectionView(
    _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
    dropOperation: NSCollectionView.DropOperation
  ) -> Bool
}

extension NSCollectionViewDelegate {
  public func collectionView(
    _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
  ) -> Set<IndexPath> { indexPaths }
  public func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {}
  public func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {}
  public func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)? { nil }
  public func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
    willBeginAt screenPoint: CGPoint, forItemsAt indexPaths: Set<IndexPath>
  ) {}
  public func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: CGPoint,
    dragOperation operation: NSDragOperation
  ) {}
  public func collectionView(
    _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
    proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation { [] }
  public func collectionView(
    _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
    dropOperation: NSCollectionView.DropOperation
  ) -> Bool { false }
}

/// Notified of items that will be shown soon.
@MainActor
public protocol NSCollectionViewPrefetching: NSObjectProtocol {
  /// Items are likely to be shown soon, in this order.
  func collectionView(_ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath])
  /// Items that were named are not expected to be shown any more.
  func collectionView(_ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension NSCollectionViewPrefetching {
  public func collectionView(_ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
  }
}

/// A place that a called function may write to: where the pointee is an object, Swift has no other one on Apple platforms.
@MainActor
public final class AutoreleasingUnsafeMutablePointer<Pointee> {
  /// The value.
  public var pointee: Pointee
  init(_ pointee: Pointee) { self.pointee = pointee }
}
