#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// A view whose rows or collection items can be dragged.
  @MainActor
  protocol ItemDragging: AnyObject {
    /// The names of the items that are being dragged.
    var dragged: [AnyHashable] { get set }
    var dragAnswers: (any DragAnswers)? { get }
    /// The view in which a drag begins.
    var dragSource: NSView? { get }
  }

  /// The interface of a binding that drags and drops use.
  @MainActor
  protocol DragAnswers: AnyObject {
    var content: any BoundAnswers { get }
    /// The pasteboard data of a dragged item; nil if the program has none.
    func pasteboardWriter(at place: ItemPlace) -> (any NSPasteboardWriting)?
    /// The operation of a drop from another view at a place.
    func dropOperation(_ info: any NSDraggingInfo, at place: ItemPlace) -> NSDragOperation
    /// Accepts a drop from another view at a place; returns whether it did.
    func takeDrop(_ info: any NSDraggingInfo, at place: ItemPlace) -> Bool
  }
#endif
