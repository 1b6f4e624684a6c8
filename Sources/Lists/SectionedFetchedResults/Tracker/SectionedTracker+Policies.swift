import CoreData
import SectionedChanges

extension SectionedTracker {
  /// Changes the policies and reports the resulting changes, at once or after the running batch.
  func changePolicies(_ change: @escaping (inout ListPolicies) -> Void) {
    if lists != nil { checkQueue() }
    change(&policies)
    guard lists != nil else { return }
    waiting.append(.policies(change))
    flush()
  }

  /// Changes the limit of one section of the shown list, and reports the resulting changes.
  func changeLimit(_ limit: ItemLimit?, ofSectionAt index: Int) {
    waiting.append(.limit(limit, section: shown.object(of: shown.version.shown[index])))
    flush()
  }

  func setLimit(_ limit: ItemLimit?, of section: NSManagedObject?, _ lists: FetchedLists) {
    setPolicies(of: lists) { policies in
      // The section may have been removed meanwhile, and then has no slot.
      let slot =
        section.map { lists.slot(of: $0) ?? lists.slot(ofSectionWith: $0.objectID) } ?? ListVersion<ItemToken>.unmatched
      if let slot { policies.ownLimits[slot] = limit }
    }
  }

  /// Folds and unfolds sections, and reports the resulting changes, at once or after the running batch.
  func changeFolding(_ change: (inout SectionFolding<NSManagedObjectID?>) -> Void) {
    if lists != nil { checkQueue() }
    let old = folding.states
    change(&folding.states)
    guard lists != nil, folding.states != old else { return }
    waiting.append(.folding)
    flush()
  }

  func showFolding(_ lists: FetchedLists) {
    setPolicies(of: lists) { policies in
      policies.foldsSections = folding.states.isFoldedByDefault
      policies.ownFolds = [:]
      if folding.states.states.isEmpty { return }
      policies.ownFolds[ListVersion<ItemToken>.unmatched] = folding.states.states[nil]
      for slot in lists.engine.order {
        guard let section = lists.objects[Int(slot)] else { continue }
        policies.ownFolds[slot] = folding[section]
      }
    }
  }

  func setPolicies(of lists: FetchedLists, _ change: (inout ListPolicies) -> Void) {
    func changed() -> ListPolicies {
      var policies = lists.engine.version.policies
      change(&policies)
      return policies
    }
    guard changed() != lists.engine.version.policies else { return }
    lists.followOrder(changed())
    let old = shown
    let transition = lists.engine.setPolicies(changed())
    // After a reset, the coming fetch applies them.
    if !isHeld { deliver(transition, from: old, lists: lists) }
  }
}
