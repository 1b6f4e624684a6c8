import Foundation

/// An entity's properties by name and kind, including inherited ones.
struct EntityProperties {
  /// All properties, inherited ones first, beginning with the root entity's. An overriding property has the position of
  /// the overridden one.
  let all: [NSPropertyDescription]
  let byName: [String: NSPropertyDescription]
  let attributes: [String: NSAttributeDescription]
  let relationships: [String: NSRelationshipDescription]

  init(of entity: NSEntityDescription) {
    var chain: [NSEntityDescription] = []
    var next: NSEntityDescription? = entity
    while let current = next, !chain.contains(where: { $0 === current }) {
      chain.append(current)
      next = current.superentity
    }
    var all: [NSPropertyDescription] = []
    var places: [String: Int] = [:]
    for property in chain.reversed().flatMap(\.ownProperties) {
      if let place = places[property.name] {
        all[place] = property
      } else {
        places[property.name] = all.count
        all.append(property)
      }
    }
    self.all = all
    byName = places.mapValues { all[$0] }
    attributes = byName.compactMapValues { $0 as? NSAttributeDescription }
    relationships = byName.compactMapValues { $0 as? NSRelationshipDescription }
  }
}

extension NSEntityDescription {
  /// The properties: inherited ones first, beginning with the root entity's, then the entity's own in the order in
  /// which they were set.
  ///
  /// Setting it replaces the properties that the entity itself declares. Inherited properties in the new list are
  /// ignored. A property with the name of an inherited one overrides it, at its position.
  ///
  /// - Complexity: O(1) to read once the model is in use, O(properties) before; O(inherited · new properties) to set.
  public var properties: [NSPropertyDescription] {
    get { table.all }
    set {
      let inherited = superentity?.properties ?? []
      ownProperties = newValue.filter { property in !inherited.contains { $0 === property } }
    }
  }

  /// The properties by name, including inherited ones.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var propertiesByName: [String: NSPropertyDescription] { table.byName }

  /// The attributes by name, including inherited ones.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var attributesByName: [String: NSAttributeDescription] { table.attributes }

  /// The relationships by name, including inherited ones.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var relationshipsByName: [String: NSRelationshipDescription] { table.relationships }

  /// The relationships that lead to an entity, including inherited ones, in the order of `properties`.
  ///
  /// - Parameter entity: the destination. Relationships to its subentities or superentities do not count.
  /// - Returns: the relationships with this destination.
  /// - Complexity: O(properties), on each call.
  public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
  }

  private var table: EntityProperties { compiled?.properties ?? EntityProperties(of: self) }
}
