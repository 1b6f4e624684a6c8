/// The reason for a change of a source, which determines how a view shows it.
public enum UpdateOrigin: Hashable, Sendable {
  /// The program changed the list.
  case program
  /// The user changed the list in a view, which shows the change already.
  case user
  /// The program changed the list, and a view shows the change without animation.
  case withoutAnimation
  /// The program changed the list, and a view adopts the change when it next reloads.
  case silent
}
