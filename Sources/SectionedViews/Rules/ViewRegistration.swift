import Foundation

/// Where a view of a rule comes from.
public enum ViewRegistration {
  /// Instances of a class.
  case viewClass(AnyClass)
  /// A nib with a name, in a bundle; nil for the bundle of the views' class.
  case nib(String, in: Bundle? = nil)
  /// What a closure makes, for a reuse identifier, when no view waits for reuse: of tables, such as cells with a style. A
  /// collection makes its views itself: there, as for a view of another class than the rule's, is an anomaly.
  case made(@MainActor (_ identifier: String) -> AnyObject)
  /// A prototype in a storyboard, whose identifier is the rule's.
  case prototype
  /// The binding knows: a rule that was made of one of UIKit's own registrations.
  case provided
}
