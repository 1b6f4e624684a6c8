import Foundation

/// The way in which a rule's views are created.
public enum ViewRegistration {
  /// Instances of a class.
  case viewClass(AnyClass)
  /// A nib with a name, in a bundle; nil for the bundle of the views' class.
  case nib(String, in: Bundle? = nil)
  /// A closure that creates a table's view for a reuse identifier when none can be dequeued, such as a cell with a
  /// style. A collection creates its views itself: a rule with a closure there is reported as an anomaly, as is a view
  /// of another class than the rule's.
  case made(@MainActor (_ identifier: String) -> AnyObject)
  /// A prototype in a storyboard, whose identifier is the rule's.
  case prototype
  /// A registration that the binding has: the rule was made from one of UIKit's own registrations.
  case provided
}
