#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// A view whose items are dragged: rows, or items of a collection.
  @MainActor
  protocol ItemDragging: AnyObject {
    /// The names of the items that are being dragged.
    var dragged: [AnyHashable] { get set }
    var dragAnswers: (any DragAnswers)? { get }
    /// The view, from which a drag begins.
    var dragSource: NSView? { get }
  }

  /// The answers that a drag needs from the binding.
  @MainActor
  protocol DragAnswers: AnyObject {
    var content: any BoundAnswers { get }
    /// The data of an item that is dragged; nil where the program has none.
    func pasteboardWriter(at place: ItemPlace) -> (any NSPasteboardWriting)?
    /// The operation of a drop from another view.
    func dropOperation(_ info: any NSDraggingInfo, at place: ItemPlace) -> NSDragOperation
    /// Takes a drop from another view.
    func takeDrop(_ info: any NSDraggingInfo, at place: ItemPlace) -> Bool
  }
#endif
