extension ModelLayout {
  /// Whether a save names this end of a to-many relationship. An unordered one-to-many relationship is in its
  /// destinations' rows; of two unordered ends one is written, of an ordered and an unordered one the ordered, of two
  /// ordered ones both. A relationship that is its own inverse has both ends in it.
  func isWritten(_ slot: Int, of layout: EntityLayout, _ relationship: EntityLayout.Relationship) -> Bool {
    guard let inverse = relationship.inverse else { return true }
    let destination = entities[relationship.destination]
    guard case .toMany(let back) = destination.slots[inverse].kind else { return relationship.isOrdered }
    let here = (declaringEntity(of: slot, layout), slot)
    let there = (declaringEntity(of: inverse, destination), inverse)
    return relationship.isOrdered || (!back.isOrdered && here <= there)
  }

  private func declaringEntity(of slot: Int, _ layout: EntityLayout) -> Int {
    var layout = layout
    while let parent = layout.parent, entities[parent].slots.count > slot { layout = entities[parent] }
    return layout.index
  }
}
