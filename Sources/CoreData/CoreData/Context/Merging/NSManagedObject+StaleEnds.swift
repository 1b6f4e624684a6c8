/// The two ends of a one-to-many relationship that were read at different times.
extension NSManagedObject {
  /// Refreshes this object and those of the given members whose rows already refer to another owner, because a save of
  /// another context is not merged yet. Called before the members are removed from the relationship.
  ///
  /// Only the member's end is stored. A removal at an end that the member does not refer to would never be saved, and
  /// would persist when the member's row is read. The objects are reported as refreshed, and unsaved changes are kept.
  ///
  /// - Parameters:
  ///   - members: the objects that are about to be removed; objects that are not members are ignored.
  ///   - slot: the relationship.
  /// - Complexity: O(members) if both ends agree.
  final func rereadStaleEnds(with members: some Sequence<NSManagedObject>, _ slot: Int) {
    guard let context = liveContext, flags.isDisjoint(with: [.deleted, .gone, .neverSaved]),
      case .toMany(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse
    else { return }
    let known = toMany(slot)
    let stale = members.filter { $0.leadsElsewhere(than: key, inverse) && known.storeHolds($0.key) == true }
    guard !stale.isEmpty else { return }
    for object in stale + [self] where object.isRefreshable && object.liveContext === context {
      context.merger.refreshObject(object, keepingChanges: true)
    }
  }

  /// Does the same for all members that a relationship is about to lose.
  ///
  /// - Parameter objects: the members that stay.
  /// - Complexity: O(members) if both ends agree.
  final func rereadStaleEnds(keeping objects: [NSManagedObject], _ slot: Int) {
    guard case .toMany(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse,
      let stored = toMany(slot).stored
    else { return }
    let elsewhere = stored.compactMap { key in
      registry?.object(for: key).flatMap { $0.leadsElsewhere(than: self.key, inverse) ? $0 : nil }
    }
    if elsewhere.isEmpty { return }
    let kept = Set(objects.map(\.key))
    rereadStaleEnds(with: elsewhere.filter { !kept.contains($0.key) }, slot)
  }

  /// Whether an object's row refers to another object than the given owner, and this reference has no unsaved change.
  private func leadsElsewhere(than owner: RowKey, _ slot: Int) -> Bool {
    guard case .toOne = layout.slots[slot].kind, let row, flags.isDisjoint(with: [.fault, .deleted, .gone]) else {
      return false
    }
    return row[slot].reference != owner && current(slot).isSame(as: row[slot])
  }
}
