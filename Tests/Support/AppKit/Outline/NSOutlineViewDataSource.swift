/// The data source of an outline; the item nil is the root. Optional methods have a default implementation with the
/// effect of a missing method.
@MainActor
public protocol NSOutlineViewDataSource: NSObjectProtocol {
  /// Returns the number of children of an item.
  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int
  /// Returns a child of an item.
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any
  /// Returns whether an item is expandable.
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool
  /// Returns the item for a saved object; nil if the item does not exist any more.
  func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any?
  /// Returns a property list that identifies an item; nil if its expansion is not saved.
  func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any?
  /// Called when the sort descriptors have changed.
  func outlineView(_ outlineView: NSOutlineView, sortDescriptorsDidChange oldDescriptors: [NSSortDescriptor])
  /// Returns the pasteboard data of an item; nil if the item cannot be dragged.
  func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)?
  /// Called when a drag begins.
  func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: CGPoint,
    forItems draggedItems: [Any])
  /// Called when a drag has ended.
  func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: CGPoint,
    operation: NSDragOperation)
  /// Returns the operation of a drop; an empty operation refuses it.
  func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation
  /// Accepts a drop; returns whether it did.
  func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool
}

extension NSOutlineViewDataSource {
  public func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any? { nil }
  public func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any? { nil }
  public func outlineView(_ outlineView: NSOutlineView, sortDescriptorsDidChange old: [NSSortDescriptor]) {}
  public func outlineView(
    _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
  ) -> (any NSPasteboardWriting)? { nil }
  public func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: CGPoint,
    forItems draggedItems: [Any]
  ) {}
  public func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: CGPoint,
    operation: NSDragOperation
  ) {}
  public func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation { [] }
  public func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool { false }
}
