import CoreData
import OrderedRows
import SectionedChanges

extension FetchedLists {
  /// Whether the inner controllers are ahead of the engine.
  var isBehind: Bool { !pending.isEmpty || items.recorder.isLate || sections.recorder.isLate }

  /// Fetches all inner lists again, because an inner controller has objects in a wrong order.
  func fetchDisordered() throws {
    try items.performFetch()
    try sections.performFetch()
    try order?.performFetch()
    isDisordered = false
  }

  /// Builds the index map again with the current policies.
  func rebuild() { build(policies: engine.version.policies) }

  /// Takes over from the previous lists: the limits of single sections, the dependants that were found, and the waiting
  /// refreshes.
  func take(over previous: FetchedLists) {
    let limits = previous.limits(in: previous.engine.version.policies)
    if !limits.isEmpty {
      _ = engine.setPolicies(engine.version.policies.withLimits(limits, of: sections.objects))
    }
    (dependants, unsettled, collected) = (previous.dependants, previous.unsettled, previous.collected)
    takeRefreshes(of: previous)
  }

  /// Limits of single sections by the sections' IDs, nil for the section of unmatched items.
  func limits(in policies: ListPolicies) -> [NSManagedObjectID?: ItemLimit] {
    guard !policies.ownLimits.isEmpty else { return [:] }
    var limits: [NSManagedObjectID?: ItemLimit] = [:]
    for (slot, limit) in policies.ownLimits where Int(slot) < objects.count {
      if slot == ListVersion<ItemToken>.unmatched {
        limits[nil] = limit
      } else if let object = objects[Int(slot)] {
        limits[object.objectID] = limit
      }
    }
    return limits
  }

  /// Whether a token means the same item in other lists.
  func names(sameItemsAs other: FetchedLists) -> Bool { items.entity.root === other.items.entity.root }

  /// The objects that events name as changed, by the tokens that they have after a rebuild.
  func revised(in events: [InnerEvent]) -> RevisedObjects {
    let touches = events.compactMap { $0.items?.touches }.joined()
    // If reports may be late, an object may have lost its changes by now, so each reported item counts as changed.
    let changed = touches.filter { ($0.isRevised || check.readsNotifications) && $0.new != nil }
    return RevisedObjects(
      items: Set(changed.map { items.token(of: object(of: $0.name).objectID) }),
      sections: Set(
        events.flatMap { $0.sections ?? [] }.filter { sectionKeys(of: $0) != [] }.map(\.object.objectID)))
  }

  /// The objects that events report as having left, by ID.
  func leaving(in events: [InnerEvent]) -> [NSManagedObjectID: NSManagedObject] {
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    for touch in events.compactMap({ $0.items?.touches }).joined() where touch.new == nil {
      if let object = touch.name.knownObject { leaving[id(of: token(of: touch.name))] = object }
    }
    return leaving
  }
}

extension ListPolicies {
  /// These policies with limits of single sections. The list was just built, so the sections have the slots 1, 2 and so
  /// on.
  func withLimits(_ limits: [NSManagedObjectID?: ItemLimit], of sections: [NSManagedObject]) -> ListPolicies {
    var policies = self
    policies.ownLimits = [:]
    guard !limits.isEmpty else { return policies }
    policies.ownLimits[ListVersion<ItemToken>.unmatched] = limits[nil]
    for (index, section) in sections.enumerated() {
      if let limit = limits[section.objectID] { policies.ownLimits[Int32(index) + 1] = limit }
    }
    return policies
  }
}

extension NSEntityDescription {
  /// The topmost superentity. Tokens are unique among its objects.
  var root: NSEntityDescription { superentity?.root ?? self }
}
