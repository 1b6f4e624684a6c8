/// Assistive techniques, as UIKit's double records them.
@MainActor
public enum UIAccessibility {
  /// The name of a notification.
  public struct Notification: Hashable, Sendable {
    let name: String
    /// The notification that makes assistive techniques speak a text.
    public static let announcement = Notification(name: "UIAccessibilityAnnouncementNotification")
  }

  /// Whether the user wants less motion. A test may set it.
  public static var isReduceMotionEnabled = false
  /// The texts of announcements, in order.
  public private(set) static var announcements: [String] = []

  /// Posts a notification to assistive techniques.
  public static func post(notification: Notification, argument: Any?) {
    if notification == .announcement, let text = argument as? String { announcements.append(text) }
  }
}
