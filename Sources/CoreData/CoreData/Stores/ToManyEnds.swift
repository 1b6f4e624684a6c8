extension ModelLayout {
  /// Whether a save writes this end of a to-many relationship. For a many-to-many relationship it writes one of two
  /// unordered ends, only the ordered one of two different ends, and both of two ordered ends. An unordered one-to-many
  /// relationship is not written, because the destinations' rows hold it. If a relationship is its own inverse, it is
  /// written.
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
