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
  /// The properties, inherited ones first.
  ///
  /// Setting it replaces those that the entity declares itself: inherited ones in the new list are left out, and one
  /// with the name of an inherited one overrides it.
  public var properties: [NSPropertyDescription] {
    get { table.all }
    set {
      let inherited = superentity?.properties ?? []
      ownProperties = newValue.filter { property in !inherited.contains { $0 === property } }
    }
  }

  /// The properties by name, inherited ones included.
  public var propertiesByName: [String: NSPropertyDescription] { table.byName }

  /// The attributes by name, inherited ones included.
  public var attributesByName: [String: NSAttributeDescription] { table.attributes }

  /// The relationships by name, inherited ones included.
  public var relationshipsByName: [String: NSRelationshipDescription] { table.relationships }

  /// The relationships that lead to an entity, inherited ones included, in the order of `properties`.
  ///
  /// - Parameter entity: the destination, exactly.
  /// - Returns: the relationships whose destination it is.
  public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
  }

  private var table: EntityProperties { compiled?.properties ?? EntityProperties(of: self) }
}
