import Foundation

/// Resolves the unique values of a batch insert with an object for each row: where several constraints apply, or where
/// the error must name the objects in conflict.
///
/// Policies in favour of the context set an object's given values in the object that has its unique values already;
/// policies in favour of the store skip the new object.
struct ObjectUpsert {
  private let policy: NSMergePolicyType
  /// The slots that the program gave.
  private var given: [ObjectIdentifier: SlotSet] = [:]

  /// - Parameter policy: that of the context that executes the request.
  init(_ policy: NSMergePolicyType) { self.policy = policy }

  /// Records an object made from a row, and the slots that the program gave for it.
  mutating func note(_ object: NSManagedObject, given slots: SlotSet) { given[ObjectIdentifier(object)] = slots }

  /// Settles all conflicts, so that a save has none.
  ///
  /// - Returns: the objects that are inserted, and those that are updated in their place, each once, in the order of
  ///   the insertions.
  /// - Throws: 133021 under `errorMergePolicyType`.
  func settle(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let inserted = context.changes.pending.inserted.all
    var places: [ObjectIdentifier: NSManagedObject?] = [:]
    // An object may have found its place by one constraint and be in conflict by another.
    while case let conflicts = try context.saver.constraintConflicts(), !conflicts.isEmpty {
      if policy == .errorMergePolicyType { throw NSError.constraintConflicts(conflicts) }
      var isProgress = false
      for conflict in conflicts {
        var rivals = conflict.conflictingObjects.filter { !$0.flags.contains(.deleted) }
        let stored = conflict.databaseObject.flatMap { $0.flags.contains(.deleted) ? nil : $0 }
        guard let kept = stored ?? rivals.first else { continue }
        if stored == nil { rivals.removeFirst() }
        for rival in rivals
        where rival.flags.contains(.inserted) && rival.uniqueKey(conflict.constraint) == conflict.key {
          if !policy.leavesOutRivals { update(kept, from: rival) }
          places[ObjectIdentifier(rival)] = .some(policy.leavesOutRivals ? nil : kept)
          context.delete(rival)
          isProgress = true
        }
      }
      guard isProgress else { throw NSError.constraintConflicts(conflicts) }
      context.processPendingChanges()
    }
    var seen: Set<ObjectIdentifier> = []
    return inserted.compactMap { object in
      var place: NSManagedObject? = object
      while let known = place, let next = places[ObjectIdentifier(known)] { place = next }
      return place.flatMap { seen.insert(ObjectIdentifier($0)).inserted ? $0 : nil }
    }
  }

  /// Sets the values given for one object in another one.
  private func update(_ object: NSManagedObject, from other: NSManagedObject) {
    for slot in given[ObjectIdentifier(other)]?.slots ?? [] {
      if let place = object.layout.slotsByName[other.layout.slots[slot].name] {
        object.setCurrent(other.current(slot), place)
      }
    }
  }
}

extension NSMergePolicyType {
  /// Whether a batch insert skips an object whose unique values another one has, instead of updating that one.
  var leavesOutRivals: Bool { self == .mergeByPropertyStoreTrumpMergePolicyType || self == .rollbackMergePolicyType }
}
