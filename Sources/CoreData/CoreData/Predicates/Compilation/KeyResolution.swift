import Foundation

/// Finds keys in the entities of a model. The error for an unknown key lists the known keys.
struct KeyResolution {
  let model: ModelLayout

  /// Returns the slot of a key in an entity.
  ///
  /// - Throws: an error that names the entity, the key and the known keys. A subentity's key is unknown.
  func slot(_ key: String, of entity: EntityLayout) throws -> Int {
    if let slot = entity.slotsByName[key] { return slot }
    let owner = entity.subtree.dropFirst().first { model.entities[$0].slotsByName[key] != nil }
    let hint = owner.map { " (\(model.entities[$0].name), a subentity, has it)" } ?? ""
    throw PredicateProblem.error(entity.noProperty(key, hint: hint))
  }

  /// Returns the element that the keys after a composite attribute lead to.
  ///
  /// - Returns: an element, or the attribute itself if there are no keys, and the number of keys used.
  /// - Throws: an error that lists the known elements.
  func content(
    of slot: Int, at keys: ArraySlice<String>, _ entity: EntityLayout
  ) throws -> (content: CompositeLayout.Content, count: Int) {
    guard let composite = entity.slots[slot].composite else { return (.value(slot: slot), 0) }
    let keys = keys.prefix { !$0.hasPrefix("@") }
    if let found = composite.content(at: keys) { return found }
    throw PredicateProblem.error(entity.noElement(Array(keys), of: slot))
  }
}
