import CoreData

/// Detects from a grouping key path that the item or section request has the wrong entity.
enum RequestedEntities {
  /// Returns the mistake and its remedy; nil if the key path itself is wrong.
  ///
  /// - Parameters:
  ///   - items: the entity of the item request.
  ///   - sections: the entity of the section request.
  ///   - step: the first component of the key path, which is not a to-one relationship of the items.
  static func mistake(_ items: NSEntityDescription, _ sections: NSEntityDescription, _ step: String) -> String? {
    if let back = sections.relationshipsByName[step], !back.isToMany, leads(back, to: items) {
      return "it is a relationship of \(sections.text), which leads to \(items.text): the item request and the section "
        + "request are exchanged."
    }
    // In a tree, such as folders in folders, both requests may have the same entity. Then the key path is wrong.
    let hasWay = items.relationshipsByName.values.contains { !$0.isToMany && leads($0, to: sections) }
    guard items.isKindOf(entity: sections) || sections.isKindOf(entity: items), !hasWay else { return nil }
    let known = sections.managedObjectModel.entities.flatMap { ways(from: $0, to: sections) }
    return "the item request fetches \(items.text), which the section request fetches, too. Give it the entity of the "
      + "items, which has a to-one relationship to \(sections.text)"
      + (known.isEmpty ? "." : ", as \(known.sorted().joined(separator: " or ")).")
  }

  /// The to-one relationships from an entity to another one, except inherited ones.
  private static func ways(from entity: NSEntityDescription, to sections: NSEntityDescription) -> [String] {
    let inherited = entity.superentity?.relationshipsByName ?? [:]
    return entity.relationshipsByName.values
      .filter { !$0.isToMany && leads($0, to: sections) && inherited[$0.name] == nil }
      .map { "\(entity.text).\($0.name)" }
  }

  private static func leads(_ relationship: NSRelationshipDescription, to entity: NSEntityDescription) -> Bool {
    relationship.destinationEntity.map { entity.isKindOf(entity: $0) || $0.isKindOf(entity: entity) } ?? false
  }
}
