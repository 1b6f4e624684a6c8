// What Apple's classes do not have: how a test is the user and the screen.

extension NSWindow {
  /// Makes a window with a scroll view that shows a view, as tests want one.
  public convenience init(scrolling view: NSView, width: CGFloat = 320, height: CGFloat = 440) {
    let rect = CGRect(x: 0, y: 0, width: width, height: height)
    self.init(contentRect: rect, styleMask: [.titled], backing: .buffered, defer: false)
    let scroll = NSScrollView(frame: rect)
    scroll.documentView = view
    fill(with: scroll)
  }

  /// Sets the content in a method: an initializer would bypass the property's observers.
  private func fill(with view: NSView) { contentView = view }
}

extension NSNib {
  /// Sets the views in the archives with a name.
  @MainActor
  public static func install(_ name: String, _ contents: @escaping () -> [NSView]) { installed[name] = contents }
}
