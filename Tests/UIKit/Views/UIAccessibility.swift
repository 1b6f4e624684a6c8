/// Assistive techniques.
@MainActor
public enum UIAccessibility {
  /// The name of a notification.
  public struct Notification: Hashable, Sendable {
    let name: String
    /// A text is spoken.
    public static let announcement = Notification(name: "UIAccessibilityAnnouncementNotification")
  }

  /// Whether the user wants less motion. A test may set it.
  public static var isReduceMotionEnabled = false
  /// The texts that were spoken.
  public private(set) static var announcements: [String] = []

  /// Notifies assistive techniques.
  public static func post(notification: Notification, argument: Any?) {
    if notification == .announcement, let text = argument as? String { announcements.append(text) }
  }
}
