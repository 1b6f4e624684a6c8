import Foundation

/// Permanent keys reach the contexts below the one that gave them.
extension NSManagedObjectContext {
  /// Counts an event for the children, and keeps the permanent keys that they are to take over.
  ///
  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func noteForChildren(_ event: ContextEvent, callerMerges: Bool = false) {
    lineage.withLock { $0.note(event, callerMerges: callerMerges) }
  }

  /// Has the children take over permanent keys: at once where a child's queue waits for this one or is the same,
  /// otherwise on the child's queue.
  func promoteInChildren() {
    for child in children {
      if child.confinement.isCurrent {
        child.takePromotions()
      } else {
        child.perform { [handle = child.handle] in handle.context?.takePromotions() }
      }
    }
  }

  /// Gives the objects the permanent keys that their rows have got in the parent.
  ///
  /// - Complexity: O(registered objects) where there are any.
  func takePromotions() {
    guard let superior else { return }
    let taken = takenPromotions
    let promotions = superior.lineage.withLock { Array($0.promotions.dropFirst(taken)) }
    guard !promotions.isEmpty else { return }
    takenPromotions += promotions.count
    let permanent = Dictionary(promotions.map { ($0.temporary, $0.permanent) }) { $1 }
    let notice = ContextNotice()
    notice.event.promotions = promotions
    for promotion in promotions {
      guard let object = registry.object(for: promotion.temporary) else { continue }
      registry.promote(object, to: promotion.permanent)
      if !object.flags.isDisjoint(with: .pending) { pending.note(promotion.permanent) }
    }
    pending.forgetReferences()
    for object in registry.objects {
      object.state?.promote(permanent)
      if let row = object.row { object.row = row.replacingKeys { permanent[$0] ?? $0 } }
    }
    readScope.forgetRow()
    announce(notice)
  }

  /// The key that an object has now, of one that it had once.
  func currentKey(_ key: RowKey) -> RowKey {
    guard key.isTemporary else { return key }
    takePromotions()
    var context: NSManagedObjectContext? = self
    while let next = context {
      if let permanent = next.lineage.withLock({ $0.permanentKeys[key] }) { return permanent }
      context = next.superior
    }
    return key
  }

  /// Has the parent give permanent keys to objects that it has.
  func promoteInParent(_ objects: [NSManagedObject]) throws {
    guard let superior, !objects.isEmpty else { return }
    try superior.answer {
      try superior.promote(
        objects.map { superior.currentKey($0.key) }.filter(\.isTemporary).map { superior.object(for: $0) })
    }
    takePromotions()
  }
}
