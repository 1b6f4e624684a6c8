/// Assistive techniques, as AppKit's double records them.
@MainActor
public enum NSAccessibility {
  /// The name of a notification.
  public struct Notification: Hashable, Sendable {
    let name: String
    /// The notification that makes assistive techniques speak a text.
    public static let announcementRequested = Notification(name: "AXAnnouncementRequested")
  }

  /// A key of a notification's user info.
  public struct NotificationUserInfoKey: Hashable, Sendable {
    let name: String
    /// The text to speak.
    public static let announcement = NotificationUserInfoKey(name: "AXAnnouncementKey")
    /// The priority of the text.
    public static let priority = NotificationUserInfoKey(name: "AXPriorityKey")
  }

  /// The texts of announcements, in order.
  public private(set) static var announcements: [String] = []

  /// Posts a notification to assistive techniques. `NSAccessibilityConstants.h` says that an announcement is "posted
  /// for the application element", and that the priority "is required".
  public static func post(
    element: Any, notification: Notification, userInfo: [NotificationUserInfoKey: Any]?
  ) {
    guard notification == .announcementRequested else { return }
    guard element is NSApplication, let text = userInfo?[.announcement] as? String,
      userInfo?[.priority] is Int
    else { return refuse("An announcement has a text, a priority, and the application as its element.") }
    announcements.append(text)
  }
}

/// The priority of an announcement.
public enum NSAccessibilityPriorityLevel: Int, Sendable {
  /// It waits for all other announcements.
  case low = 10
  /// It waits for the current announcement.
  case medium = 50
  /// It interrupts other announcements.
  case high = 90
}

/// The application.
@MainActor
open class NSApplication: NSResponder {
  /// The shared application.
  public static let shared = NSApplication()
}

/// The workspace, which has the user's settings.
@MainActor
open class NSWorkspace: NSObject {
  /// The shared workspace.
  public static let shared = NSWorkspace()
  /// Whether the user wants less motion. A test may set it.
  open var accessibilityDisplayShouldReduceMotion = false
  nonisolated override init() { super.init() }
}

/// The settings of animations in a group of changes. The double's animations take no time.
@MainActor
public final class NSAnimationContext: NSObject {
  private static var stack = [NSAnimationContext()]
  /// The context of the innermost group.
  public static var current: NSAnimationContext { stack[stack.count - 1] }
  /// The duration of animations.
  public var duration = 0.25
  nonisolated override init() { super.init() }

  /// Begins a group.
  public static func beginGrouping() { stack.append(NSAnimationContext()) }
  /// Ends the innermost group.
  public static func endGrouping() {
    if stack.count < 2 { return refuse("endGrouping was called without beginGrouping.") }
    stack.removeLast()
  }
}
