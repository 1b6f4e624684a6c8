/// A view that shows a part of a larger view.
@MainActor
open class NSScrollView: NSView {
  /// The clip view, which contains the document view.
  open private(set) var contentView = NSClipView(frame: .zero)
  /// Whether it has a scroller.
  open var hasVerticalScroller = false

  /// The view that is scrolled.
  open var documentView: NSView? {
    get { contentView.documentView }
    set { contentView.documentView = newValue }
  }

  /// Makes a scroll view.
  public override init(frame frameRect: CGRect) {
    super.init(frame: frameRect)
    addSubview(contentView)
    tile()
  }

  /// Makes a scroll view from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  open override var frame: CGRect { didSet { tile() } }

  /// Lays out the clip view, which has the size of the scroll view.
  open func tile() {
    contentView.frame = CGRect(origin: .zero, size: frame.size)
    contentView.documentView?.needsLayout = true
  }

  /// The visible part of the document view.
  open var documentVisibleRect: CGRect { contentView.bounds }
}

/// A view that clips the document view. The origin of its bounds is the scroll position.
@MainActor
open class NSClipView: NSView {
  /// The document view.
  open var documentView: NSView? {
    willSet { documentView?.removeFromSuperview() }
    didSet { if let documentView { addSubview(documentView) } }
  }

  /// Scrolls to a point, limited to the content.
  open func scroll(to newOrigin: CGPoint) {
    let end = max(0, (documentView?.frame.height ?? 0) - frame.height)
    bounds.origin.y = max(0, min(newOrigin.y, end))
    documentView?.needsLayout = true
  }
}
