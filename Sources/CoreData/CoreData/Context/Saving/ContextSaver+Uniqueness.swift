/// Resolution of violated uniqueness constraints by the merge policies.
extension ContextSaver {
  func settle(_ conflict: NSConstraintConflict, as type: NSMergePolicyType) {
    // Resolving another conflict may have resolved this one too.
    func isConcerned(_ object: NSManagedObject) -> Bool {
      object.registry === graph.registry && object.flags.isDisjoint(with: [.deleted, .withdrawn])
        && object.uniqueKey(conflict.constraint) == conflict.key
    }
    let rivals = conflict.conflictingObjects.filter(isConcerned)
    let stored = conflict.databaseObject.flatMap { isConcerned($0) ? $0 : nil }
    switch type {
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
      guard let winner = stored ?? rivals.first else { return }
      // Refreshing an object ends an event, and its observers may remove other objects from the context.
      for loser in rivals where loser !== winner && isConcerned(loser) && isConcerned(winner) {
        giveUp(loser, to: winner, conflict.constraint, as: type)
      }
    default:
      guard let winner = rivals.last else { return }
      for loser in rivals.dropLast() + [stored].compactMap({ $0 }) {
        if type == .mergeByPropertyObjectTrumpMergePolicyType { merge(loser, into: winner) }
        context.delete(loser)
      }
    }
  }

  /// Resolves a conflict in favour of another object. A new object is deleted, and a saved one gets its saved values
  /// back.
  private func giveUp(
    _ loser: NSManagedObject, to winner: NSManagedObject, _ names: [String], as type: NSMergePolicyType
  ) {
    if loser.flags.contains(.inserted) {
      if type == .mergeByPropertyStoreTrumpMergePolicyType { merge(loser, into: winner) }
      context.delete(loser)
    } else if type == .rollbackMergePolicyType {
      context.refresh(loser, mergeChanges: false)
    } else if let row = loser.row {
      for slot in loser.layout.valueSlots(named: names) ?? [] { loser.setCurrent(row[slot], slot) }
    }
  }

  /// Copies values from one object to properties of another that were never set: attributes and to-one destinations.
  /// Members of to-many relationships are added to the existing ones.
  private func merge(_ loser: NSManagedObject, into winner: NSManagedObject) {
    for (slot, property) in loser.layout.slots.enumerated() {
      guard property.owner == nil else { continue }
      let place =
        property.isImplied
        ? winner.layout.slots.firstIndex { $0.name == property.name } : winner.layout.slotsByName[property.name]
      guard let place else { continue }
      switch winner.layout.slots[place].kind {
      case .attribute(.compositeAttributeType): mergeComposite(of: loser, slot, into: winner, place)
      case .attribute:
        let value = loser.current(slot)
        if !value.isNull, winner.current(place).isSame(as: winner.layout.slots[place].defaultValue) {
          winner.setCurrent(value, place)
        }
      case .toOne(let relationship):
        if winner.reference(place) == nil, let destination = loser.destination(slot), destination !== winner {
          winner.setDestination(destination, place, relationship)
        }
      case .toMany(let relationship):
        let members = winner.destinations(place)
        let added = loser.destinations(slot).filter { !members.contains($0) && $0 !== loser && $0 !== winner }
        if !added.isEmpty { winner.setDestinations(members + added, place, relationship) }
      }
    }
  }

  /// A composite attribute is one property, so it is copied as a whole or not at all.
  private func mergeComposite(of loser: NSManagedObject, _ slot: Int, into winner: NSManagedObject, _ place: Int) {
    let (places, slots) = (winner.layout.parts(of: place), loser.layout.parts(of: slot))
    guard places.count == slots.count, slots.contains(where: { !loser.current($0).isNull }),
      places.allSatisfy({ winner.current($0).isSame(as: winner.layout.slots[$0].defaultValue) })
    else { return }
    for (place, slot) in zip(places, slots) { winner.setCurrent(loser.current(slot), place) }
  }
}
