/// What happens to the objects at the other end of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
  /// Nothing: the other objects keep pointing at the deleted one.
  case noActionDeleteRule = 0
  /// The other objects' inverse is set to nil.
  case nullifyDeleteRule = 1
  /// The other objects are deleted too.
  case cascadeDeleteRule = 2
  /// The deletion fails validation while there are other objects.
  case denyDeleteRule = 3
}
