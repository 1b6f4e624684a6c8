// Members that Apple's classes do not have. With them a test acts as the user and the screen.

extension NSWindow {
  /// Makes a window with a scroll view that contains a view.
  public convenience init(scrolling view: NSView, width: CGFloat = 320, height: CGFloat = 440) {
    let rect = CGRect(x: 0, y: 0, width: width, height: height)
    self.init(contentRect: rect, styleMask: [.titled], backing: .buffered, defer: false)
    let scroll = NSScrollView(frame: rect)
    scroll.documentView = view
    fill(with: scroll)
  }

  /// Sets the content in a method, because property observers do not run in an initializer.
  private func fill(with view: NSView) { contentView = view }
}

extension NSNib {
  /// Sets the contents of nibs with a name.
  @MainActor
  public static func install(_ name: String, _ contents: @escaping () -> [NSObject]) { installed[name] = contents }
}
