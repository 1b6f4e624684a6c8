extension ModelMapping {
  /// Whether values change although both models store objects alike: what was optional has a default now and must have
  /// a value, or data is kept elsewhere.
  ///
  /// - Parameter trustsExternal: whether the source says truly where its data is kept.
  func changesValues(trustsExternal: Bool) -> Bool {
    destination.layout.entities.contains { entity in
      guard let former = sources[entity.index] else { return false }
      return entity.attributeSlots.contains { slot in
        guard let formerSlot = slots[entity.index][slot] else { return false }
        let (new, old) = (entity.slots[slot], source.layout.entities[former].slots[formerSlot])
        if old.isOptional, !new.isOptional, !new.defaultValue.isNull { return true }
        guard trustsExternal else { return false }
        return isExternal(new.name, destination.entities[entity.index])
          != isExternal(old.name, source.entities[former])
      }
    }
  }

  private func isExternal(_ name: String, _ entity: NSEntityDescription) -> Bool {
    entity.attributesByName[name]?.keepsDataOutside ?? false
  }
}
