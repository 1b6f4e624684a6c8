/// Completes a merge that names only a part of a save's changes. A history names the written rows, but not the owners
/// whose to-many relationships changed. A save names owners, but not the members that refer to them without an
/// inverse.
extension ContextMerger {
  /// Makes all to-many relationships be read again. Also finds the objects that are deleted here and to which another
  /// context or process has related rows, because their delete rules apply to those rows too.
  ///
  /// - Parameters:
  ///   - keys: the inserted or updated keys.
  ///   - rows: their current rows.
  /// - Returns: an update for each such deleted object, as in a save that names the owners.
  /// - Complexity: O(objects with loaded to-many relationships), and O(keys) if anything is deleted here.
  func leaveOwnersUnnamed(by keys: [RowKey], _ rows: SavedRows) -> [SavedChanges.Update] {
    let owners = graph.registry.destinationOwners()
    assert(
      Set(owners.map(\.key))
        == Set(graph.registry.objects.filter { $0.state?.relationships.isEmpty == false }.map(\.key)),
      "An object of which a to-many relationship is known was not noted.")
    for object in owners { forgetStoredDestinations(of: object) }
    guard !changes.pending.deleted.isEmpty else { return [] }
    let named = Set(keys)
    var slots: [RowKey: SlotSet] = [:]
    var order: [RowKey] = []
    for key in keys {
      guard case .row(let row)? = rows.answer(for: key) else { continue }
      for slot in graph.model[row.key].toOneSlots {
        guard case .toOne(let relationship) = graph.model[row.key].slots[slot].kind, let inverse = relationship.inverse,
          let owner = row[slot].reference, !named.contains(owner),
          graph.entry(for: owner)?.flags.contains(.deleted) == true
        else { continue }
        if slots[owner] == nil { order.append(owner) }
        slots[owner, default: SlotSet()].insert(inverse)
      }
    }
    return order.map { SavedChanges.Update(key: $0, row: graph.entry(for: $0)?.row, slots: slots[$0]) }
  }

  /// The registered objects whose rows a save of their owners may have changed. For a relationship without an
  /// inverse, a save names the owners, but not the members whose references it wrote. With its old row, a member
  /// could not leave its new owner, and its next save would be a conflict.
  ///
  /// - Parameter keys: the inserted or updated keys.
  /// - Complexity: O(registered objects), and a read of the rows of all members, if the keys may name such an owner.
  func unnamedMembers(of keys: [RowKey]) -> [SavedChanges.Update] {
    guard graph.registry.layout.hasImpliedSlots else { return [] }
    let (named, roots) = (Set(keys), Set(keys.map { graph.model[$0].root }))
    let members = graph.registry.objects.filter { object in
      guard object.row != nil, !named.contains(object.key) else { return false }
      return object.layout.impliedSlots.slots.contains { slot in
        guard case .toOne(let owner) = object.layout.slots[slot].kind else { return false }
        return roots.contains(graph.model.entities[owner.destination].root)
      }
    }
    let rows = graph.savedRows(for: members.map(\.key))
    return members.compactMap { object in
      guard let old = object.row, case .row(let row)? = rows.answer(for: object.key) else { return nil }
      let slots = row.slots(differingFrom: old)
      return slots.isEmpty ? nil : SavedChanges.Update(key: row.key, row: row, slots: slots)
    }
  }
}
