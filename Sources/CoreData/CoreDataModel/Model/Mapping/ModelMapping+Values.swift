extension ModelMapping {
  /// Whether an attribute is stored externally in one of the models and not in the other, which version hashes do not
  /// show.
  ///
  /// - Parameter trustsExternal: whether the source model is right about which attributes are stored externally.
  package func changesValues(trustsExternal: Bool) -> Bool {
    guard trustsExternal else { return false }
    return destination.layout.entities.contains { entity in
      guard let former = sources[entity.index] else { return false }
      return entity.attributeSlots.contains { slot in
        guard let formerSlot = slots[entity.index][slot] else { return false }
        let (new, old) = (entity.slots[slot], source.layout.entities[former].slots[formerSlot])
        return isExternal(new, destination.entities[entity.index])
          != isExternal(old, source.entities[former])
      }
    }
  }

  private func isExternal(_ slot: EntityLayout.Slot, _ entity: NSEntityDescription) -> Bool {
    entity.attribute(of: slot)?.keepsDataOutside ?? false
  }
}
