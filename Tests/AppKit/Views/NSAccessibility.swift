/// Assistive techniques.
@MainActor
public enum NSAccessibility {
  /// The name of a notification.
  public struct Notification: Hashable, Sendable {
    let name: String
    /// A text is spoken.
    public static let announcementRequested = Notification(name: "AXAnnouncementRequested")
  }

  /// The name of a value of a notification.
  public struct NotificationUserInfoKey: Hashable, Sendable {
    let name: String
    /// The text that is spoken.
    public static let announcement = NotificationUserInfoKey(name: "AXAnnouncementKey")
    /// The priority of the text.
    public static let priority = NotificationUserInfoKey(name: "AXPriorityKey")
  }

  /// The texts that were spoken.
  public private(set) static var announcements: [String] = []

  /// Notifies assistive techniques. Of an announcement: "posted for the application element", and the priority "is
  /// required" (NSAccessibilityConstants.h).
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
  /// It waits for others.
  case low = 10
  /// It waits for the current one.
  case medium = 50
  /// It interrupts others.
  case high = 90
}

/// The program.
@MainActor
open class NSApplication: NSResponder {
  /// The program.
  public static let shared = NSApplication()
}

/// The system, as a program sees it.
@MainActor
open class NSWorkspace: NSObject {
  /// The system.
  public static let shared = NSWorkspace()
  /// Whether the user wants less motion. A test may set it.
  open var accessibilityDisplayShouldReduceMotion = false
  nonisolated override init() { super.init() }
}

/// The animations of a group of changes. The double's take no time.
@MainActor
public final class NSAnimationContext: NSObject {
  private static var stack = [NSAnimationContext()]
  /// The context of the innermost group.
  public static var current: NSAnimationContext { stack[stack.count - 1] }
  /// The time that animations take.
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
