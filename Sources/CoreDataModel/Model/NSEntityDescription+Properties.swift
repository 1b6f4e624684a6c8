import Foundation

/// An entity's properties, inherited ones first, by name and kind.
struct EntityProperties {
  /// Inherited properties first, root first; an overriding one stands where the inherited one stood.
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
  /// The properties: inherited ones first, from the root down, each entity's own in the order they were given.
  ///
  /// Setting it replaces those that the entity declares itself: inherited ones in the new list are left out, and one
  /// with the name of an inherited one overrides it, at the place of the inherited one.
  ///
  /// - Complexity: O(1) to read once the model is in use, O(properties) before; O(inherited · new properties) to set.
  public var properties: [NSPropertyDescription] {
    get { table.all }
    set {
      let inherited = superentity?.properties ?? []
      ownProperties = newValue.filter { property in !inherited.contains { $0 === property } }
    }
  }

  /// The properties by name, inherited ones included.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var propertiesByName: [String: NSPropertyDescription] { table.byName }

  /// The attributes by name, inherited ones included.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var attributesByName: [String: NSAttributeDescription] { table.attributes }

  /// The relationships by name, inherited ones included.
  ///
  /// - Complexity: O(1) once the model is in use, O(properties) before.
  public var relationshipsByName: [String: NSRelationshipDescription] { table.relationships }

  /// The relationships that lead to an entity, inherited ones included, in the order of `properties`.
  ///
  /// - Parameter entity: the destination, exactly.
  /// - Returns: the relationships whose destination it is.
  /// - Complexity: O(properties), on each call.
  public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
  }

  private var table: EntityProperties { compiled?.properties ?? EntityProperties(of: self) }
}
