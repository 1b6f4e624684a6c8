/// Where a view of a rule comes from.
public enum ViewRegistration {
  /// Instances of a class.
  case viewClass(AnyClass)
  /// A nib with a name, in the bundle of the views' class.
  case nib(String)
  /// A prototype in a storyboard, whose identifier is the rule's.
  case prototype
  /// The binding knows: a rule that was made of one of UIKit's own registrations.
  case provided
}
