#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit

  extension NSView {
    /// Whether the user wants less motion.
    static var reducesMotion: Bool { NSWorkspace.shared.accessibilityDisplayShouldReduceMotion }

    /// Makes assistive techniques speak a text.
    static func announce(_ text: String) {
      NSAccessibility.post(
        element: NSApplication.shared, notification: .announcementRequested,
        userInfo: [.announcement: text, .priority: NSAccessibilityPriorityLevel.medium.rawValue])
    }

    /// Makes changes, with an animation of no duration if `isAnimated` is false. A row's move has no other option for
    /// that.
    static func animating(_ isAnimated: Bool, _ changes: () -> Void) {
      if isAnimated { return changes() }
      NSAnimationContext.beginGrouping()
      NSAnimationContext.current.duration = 0
      changes()
      NSAnimationContext.endGrouping()
    }
  }
#endif
