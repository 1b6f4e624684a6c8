import Foundation

@available(*, unavailable, message: "A violated uniqueness constraint makes a save throw 133021; fetch, then change.")
public class NSConstraintConflict: NSObject {}

extension NSMergePolicy {
  @available(*, unavailable, message: "No policy settles a violated uniqueness constraint: the save throws 133021.")
  public func resolve(constraintConflicts list: [NSConstraintConflict]) throws { unavailable() }
}
