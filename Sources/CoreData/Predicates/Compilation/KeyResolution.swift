import Foundation

/// Finds keys in the entities of a model; the error for an unknown key lists those there are.
struct KeyResolution {
  let model: ModelLayout

  /// The slot of a key in an entity.
  ///
  /// - Throws: an error that names the entity, the key and the keys there are. A subentity's key is none of them.
  func slot(_ key: String, of entity: EntityLayout) throws -> Int {
    if let slot = entity.slotsByName[key] { return slot }
    let owner = entity.subtree.dropFirst().first { model.entities[$0].slotsByName[key] != nil }
    let hint = owner.map { " (\(model.entities[$0].name), a subentity, has it)" } ?? ""
    throw PredicateProblem.error(entity.noProperty(key, hint: hint))
  }

  /// The element that the keys behind a composite attribute lead to.
  ///
  /// - Returns: an element, or the attribute itself where there is no key; and how many keys lead there.
  /// - Throws: an error that names the elements there are.
  func content(
    of slot: Int, at keys: ArraySlice<String>, _ entity: EntityLayout
  ) throws -> (content: CompositeLayout.Content, count: Int) {
    guard let composite = entity.slots[slot].composite else { return (.value(slot: slot), 0) }
    let keys = keys.prefix { !$0.hasPrefix("@") }
    if let found = composite.content(at: keys) { return found }
    throw PredicateProblem.error(entity.noElement(Array(keys), of: slot))
  }
}
