extension SectionedTracker {
  /// Shows the list by other rules, and tells what that changes.
  func changePolicies(_ change: (inout ListPolicies) -> Void) {
    guard let lists else { return change(&policies) }
    checkQueue()
    flush()
    var changed = lists.engine.version.policies
    change(&changed)
    policies = changed
    guard changed != lists.engine.version.policies else { return }
    do {
      try lists.followOrder(changed.showsUnmatchedItems)
    } catch {
      fail(error)
    }
    let old = shown
    let transition = lists.engine.setPolicies(changed)
    guard held == nil else { return }
    deliver(transition, from: old, lists: lists)
  }
}
