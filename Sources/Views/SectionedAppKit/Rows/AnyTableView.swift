#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit

  // An outline view is a table view in AppKit. In the tests' double, both have a common superclass instead.
  #if os(macOS)
    typealias AnyTableView = NSTableView
  #else
    typealias AnyTableView = NSTableRowsView
  #endif

  extension NSView {
    /// Makes a view of a class known only at run time; returns nil if it is not a class of views.
    static func instance(of type: AnyClass) -> NSView? {
      #if os(macOS)
        return (type as? NSView.Type).flatMap { ($0 as NSObject.Type).init() as? NSView }
      #else
        return (type as? NSView.Type)?.init(ofClass: ())
      #endif
    }

    /// The views that accept the first responder in this hierarchy, including the view itself, in depth-first order.
    /// The field editor within a control is not counted.
    var inputs: [NSView] {
      if self is NSControl { return acceptsFirstResponder ? [self] : [] }
      return (acceptsFirstResponder ? [self] : []) + subviews.flatMap(\.inputs)
    }

    /// Whether the user edits the view's text.
    var isEdited: Bool { (self as? NSControl)?.currentEditor() != nil || window?.firstResponder === self }
  }
#endif
