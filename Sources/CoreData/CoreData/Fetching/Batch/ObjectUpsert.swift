import Foundation

/// Resolves conflicts of unique values in a batch insert, with an object for each row. Used if several constraints
/// apply, or if an error must name the conflicting objects.
///
/// Policies in favour of the context set the values that the program gave in the object that already has the unique
/// values. Policies in favour of the store skip the new object.
struct ObjectUpsert {
  private let policy: NSMergePolicyType
  /// The slots that the program set, for each object.
  private var given: [ObjectIdentifier: SlotSet] = [:]

  /// - Parameter policy: the merge policy of the context that executes the request.
  init(_ policy: NSMergePolicyType) { self.policy = policy }

  /// Records an object created from a row, and the slots that the program set.
  mutating func note(_ object: NSManagedObject, given slots: SlotSet) { given[ObjectIdentifier(object)] = slots }

  /// Resolves all conflicts, so that the save has none.
  ///
  /// - Returns: the inserted objects, and the existing objects that are updated instead, each once, in the order of
  ///   insertion.
  /// - Throws: 133021 under `errorMergePolicyType`.
  func settle(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let inserted = context.changes.pending.inserted.all
    var places: [ObjectIdentifier: NSManagedObject?] = [:]
    // An object without a conflict in one constraint may still have one in another.
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

  /// Sets the values that the program gave for one object in another one.
  private func update(_ object: NSManagedObject, from other: NSManagedObject) {
    for slot in given[ObjectIdentifier(other)]?.slots ?? [] {
      if let place = object.layout.slotsByName[other.layout.slots[slot].name] {
        object.setCurrent(other.current(slot), place)
      }
    }
  }
}

extension NSMergePolicyType {
  /// Whether a batch insert skips an object whose unique values already exist, instead of updating the existing
  /// object.
  var leavesOutRivals: Bool { self == .mergeByPropertyStoreTrumpMergePolicyType || self == .rollbackMergePolicyType }
}
