/// Shows a part of a larger view.
@MainActor
open class NSScrollView: NSView {
  /// The view that clips the document.
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

  /// Places the clip view, which has the whole size.
  open func tile() {
    contentView.frame = CGRect(origin: .zero, size: frame.size)
    contentView.documentView?.needsLayout = true
  }

  /// The visible part of the document.
  open var documentVisibleRect: CGRect { contentView.bounds }
}

/// Clips the document of a scroll view. The origin of its bounds is the scroll position.
@MainActor
open class NSClipView: NSView {
  /// The view that is clipped.
  open var documentView: NSView? {
    willSet { documentView?.removeFromSuperview() }
    didSet { if let documentView { addSubview(documentView) } }
  }

  /// Scrolls to a point, as far as there is content.
  open func scroll(to newOrigin: CGPoint) {
    let end = max(0, (documentView?.frame.height ?? 0) - frame.height)
    bounds.origin.y = max(0, min(newOrigin.y, end))
    documentView?.needsLayout = true
  }
}
