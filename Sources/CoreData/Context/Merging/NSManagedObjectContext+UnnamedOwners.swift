/// Merges that name only the written rows, as from a history, and not the owners whose to-many relationships changed.
extension NSManagedObjectContext {
  /// Has all to-many relationships read again, and finds the objects that are deleted here and to which another context
  /// or process has related rows: their delete rules apply to those rows, too.
  ///
  /// - Parameters:
  ///   - keys: what was inserted or updated.
  ///   - rows: their rows as they are now.
  /// - Returns: the deleted objects, as a save that names them would.
  /// - Complexity: O(objects of which to-many relationships are known), and O(keys) where anything is deleted here.
  func leaveOwnersUnnamed(by keys: [RowKey], _ rows: SavedRows) -> [SavedChanges.Update] {
    let owners = registry.destinationOwners()
    assert(
      Set(owners.map(\.key)) == Set(registry.objects.filter { $0.state?.toMany.isEmpty == false }.map(\.key)),
      "An object of which a to-many relationship is known was not noted.")
    for object in owners { forgetStoredDestinations(of: object) }
    guard !pending.deleted.isEmpty else { return [] }
    let named = Set(keys)
    var slots: [RowKey: SlotSet] = [:]
    var order: [RowKey] = []
    for key in keys {
      guard case .row(let row)? = rows.answer(for: key) else { continue }
      for slot in model[row.key].toOneSlots {
        guard case .toOne(let relationship) = model[row.key].slots[slot].kind, let inverse = relationship.inverse,
          let owner = row[slot].reference, !named.contains(owner),
          registry.object(for: owner)?.flags.contains(.deleted) == true
        else { continue }
        if slots[owner] == nil { order.append(owner) }
        slots[owner, default: SlotSet()].insert(inverse)
      }
    }
    return order.map { SavedChanges.Update(key: $0, row: registry.object(for: $0)?.row, slots: slots[$0]) }
  }
}
