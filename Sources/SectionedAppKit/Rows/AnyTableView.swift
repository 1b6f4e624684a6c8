#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit

  // An outline is a table of AppKit. The tests' double has a superclass of both.
  #if os(macOS)
    typealias AnyTableView = NSTableView
  #else
    typealias AnyTableView = NSTableRowsView
  #endif

  extension NSView {
    /// Makes a view of a class that is known at run time only; nil for a class of no views.
    static func instance(of type: AnyClass) -> NSView? {
      #if os(macOS)
        return (type as? NSView.Type).flatMap { ($0 as NSObject.Type).init() as? NSView }
      #else
        return (type as? NSView.Type)?.init(ofClass: ())
      #endif
    }

    /// The views within this one, itself included, in which text can be edited, in the order of the hierarchy. The
    /// editor of a control is within the control, and is not counted.
    var inputs: [NSView] {
      if self is NSControl { return acceptsFirstResponder ? [self] : [] }
      return (acceptsFirstResponder ? [self] : []) + subviews.flatMap(\.inputs)
    }

    /// Whether its text is edited.
    var isEdited: Bool { (self as? NSControl)?.currentEditor() != nil || window?.firstResponder === self }
  }
#endif
