extension NSCollectionView {
  /// Drags an item and drops it here or in another collection view, as the user does.
  ///
  /// - Parameters:
  ///   - path: the index path of the item.
  ///   - proposed: the index path of the drop.
  ///   - operation: whether the drop is on that item or before it.
  ///   - other: the destination; nil for this view.
  /// - Returns: whether the drop was accepted.
  @discardableResult
  public func dragItem(
    _ path: IndexPath, to proposed: IndexPath, _ operation: DropOperation = .before, in other: NSCollectionView? = nil
  ) -> Bool {
    guard data.contains(path.place),
      let writer = data.question({ delegate?.collectionView(self, pasteboardWriterForItemAt: path) })
    else { return false }
    let session = NSDraggingSession()
    _ = session.draggingPasteboard.writeObjects([writer])
    delegate?.collectionView(self, draggingSession: session, willBeginAt: .zero, forItemsAt: [path])
    let info = DraggingInfo(session.draggingPasteboard, from: self)
    let answer = (other ?? self).take(info, proposed, operation)
    delegate?.collectionView(self, draggingSession: session, endedAt: .zero, dragOperation: answer)
    return !answer.isEmpty
  }

  /// Receives a drop.
  ///
  /// - Returns: the operation; empty if the drop was not accepted.
  private func take(_ info: DraggingInfo, _ proposed: IndexPath, _ operation: DropOperation) -> NSDragOperation {
    guard takes(info.draggingPasteboard), let delegate else { return [] }
    let path = AutoreleasingUnsafeMutablePointer(NSIndexPath(indexes: [proposed.section, proposed.item], length: 2))
    var operation = operation
    let answer = data.question {
      delegate.collectionView(self, validateDrop: info, proposedIndexPath: path, dropOperation: &operation)
    }
    if answer.isEmpty { return [] }
    let target = IndexPath(item: path.pointee.index(atPosition: 1), section: path.pointee.index(atPosition: 0))
    let isAccepted = delegate.collectionView(self, acceptDrop: info, indexPath: target, dropOperation: operation)
    return isAccepted ? answer : []
  }
}
