import Foundation

extension NSManagedObjectModel {
  /// Returns a copy of the model with its entities, configurations and fetch request templates. The copy can be
  /// changed.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: a model of the same class, with its entities in the same order.
  /// - Complexity: O(entities + properties + templates).
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.versionIdentifiers = versionIdentifiers
    copy.bundleModules = bundleModules
    copy.versionsURL = versionsURL
    let copies = EntityCopies(of: entities)
    copy.entities = copies.entities
    copy.configurationEntities = configurationEntities.mapValues { $0.compactMap(copies.copy(of:)) }
    copy.templates = templates.mapValues(copies.copy(of:))
    return copy
  }
}

/// Copies of several entities, with the same references among each other as the originals. References to other entities
/// are resolved by name among the copies.
struct EntityCopies {
  let entities: [NSEntityDescription]
  private let copies: [ObjectIdentifier: NSEntityDescription]
  private let byName: [String: NSEntityDescription]

  init(of originals: [NSEntityDescription]) {
    let entities = originals.compactMap { $0.copy() as? NSEntityDescription }
    self.entities = entities
    copies = Dictionary(zip(originals.map(ObjectIdentifier.init), entities)) { first, _ in first }
    byName = Dictionary(named: entities)
    for (original, entity) in zip(originals, entities) {
      entity.subentities = original.subentities.compactMap(copy(of:))
      for property in entity.ownProperties {
        relink(property)
      }
    }
    // Superentities are set afterwards, because an entity of several models is copied once but has subentities in each
    // model.
    for (original, entity) in zip(originals, entities) where entity.superentity == nil {
      if let parent = original.superentity.flatMap(copy(of:)) { parent.subentities.append(entity) }
    }
    // Inverses come last, because each is looked up by name in a destination that has been copied.
    for (original, entity) in zip(originals, entities) {
      for case (let from as NSRelationshipDescription, let to as NSRelationshipDescription)
        in zip(original.ownProperties, entity.ownProperties)
      {
        guard let inverse = from.inverseRelationship, let destination = to.destinationEntity else { continue }
        to.inverseRelationship = destination.relationshipsByName[inverse.name]
      }
    }
  }

  func copy(of entity: NSEntityDescription) -> NSEntityDescription? {
    copies[ObjectIdentifier(entity)] ?? entity.name.flatMap { byName[$0] }
  }

  func copy(of request: NSFetchRequest<any NSFetchRequestResult>) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = request.copy(giving: (any NSFetchRequestResult).self)
    if let entity = request.entity, let target = self.copy(of: entity) { copy.entity = target }
    return copy
  }

  private func relink(_ property: NSPropertyDescription) {
    switch property {
    case let relationship as NSRelationshipDescription:
      if let destination = relationship.destinationEntity, let target = copy(of: destination) {
        relationship.destinationEntity = target
      }
    case let fetched as NSFetchedPropertyDescription:
      fetched.fetchRequest = fetched.fetchRequest.map { copy(of: $0) }
    default: break
    }
  }
}
