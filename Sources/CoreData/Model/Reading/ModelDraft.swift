import Foundation

/// A model as a reader found it: entities that name each other, not yet linked.
///
/// Both readers, of XML and of archives, end here, so that links and checks are written once.
struct ModelDraft {
  struct Entity {
    let description: NSEntityDescription
    var parent: String?
    var links: [Link] = []
  }

  /// The destination and the inverse of a relationship, by name.
  struct Link {
    let relationship: NSRelationshipDescription
    let destination: String
    let inverse: String?
  }

  var entities: [Entity] = []
  var versionIdentifiers: Set<String> = []
  /// Entity names by configuration.
  var configurations: [String: [String]] = [:]
  var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

  /// Links the entities and puts them into an empty model.
  ///
  /// - Throws: a `ModelReadingError` that names the entity or the property that does not fit.
  func fill(_ model: NSManagedObjectModel) throws {
    var byName: [String: NSEntityDescription] = [:]
    for entity in entities {
      guard let name = entity.description.name, !name.isEmpty else {
        throw ModelReadingError("an entity has no name")
      }
      guard byName.updateValue(entity.description, forKey: name) == nil else {
        throw ModelReadingError("two entities are named \(name)")
      }
    }
    try Self.checkInheritance(
      Dictionary(
        entities.compactMap { entity in
          entity.description.name.map { name in
            (name, (parent: entity.parent, propertyCount: entity.description.ownProperties.count))
          }
        }
      ) { first, _ in first }
    )
    try linkParents(byName)
    try linkRelationships(byName)
    model.entities = entities.map(\.description)
    model.versionIdentifiers = versionIdentifiers
    model.templates = templates
    for (configuration, members) in configurations {
      let descriptions = try members.map { member in
        guard let entity = byName[member] else {
          throw ModelReadingError("the configuration \(configuration) has the unknown entity \(member)")
        }
        return entity
      }
      model.setEntities(descriptions, forConfigurationName: configuration)
    }
    let problems = ModelCheck.problems(in: model)
    guard problems.isEmpty else { throw ModelReadingError(problems.joined(separator: "; ")) }
  }

  private func linkParents(_ byName: [String: NSEntityDescription]) throws {
    var children: [String: [NSEntityDescription]] = [:]
    for entity in entities {
      guard let parent = entity.parent else { continue }
      children[parent, default: []].append(entity.description)
    }
    for (parent, subentities) in children { byName[parent]?.subentities = subentities }
  }

  private func linkRelationships(_ byName: [String: NSEntityDescription]) throws {
    let links = entities.flatMap { entity in entity.links.map { (entity: entity.description, link: $0) } }
    for (entity, link) in links {
      guard let destination = byName[link.destination] else {
        throw ModelReadingError(
          "the destination entity \(link.destination) of \(entity.name ?? "").\(link.relationship.name) "
            + "is not in the model"
        )
      }
      link.relationship.destinationEntity = destination
    }
    // An inverse may be inherited, so it is looked up once parents are linked.
    let own = byName.mapValues { entity in
      Dictionary(entity.ownProperties.map { ($0.name, $0) }) { first, _ in first }
    }
    for (entity, link) in links {
      guard let inverse = link.inverse else { continue }
      var holder = byName[link.destination]
      while let current = holder, own[current.name ?? ""]?[inverse] == nil { holder = current.superentity }
      guard let target = holder.flatMap({ own[$0.name ?? ""]?[inverse] }) as? NSRelationshipDescription else {
        throw ModelReadingError(
          "the inverse \(link.destination).\(inverse) of \(entity.name ?? "").\(link.relationship.name) "
            + "is not in the model"
        )
      }
      link.relationship.inverseRelationship = target
    }
  }
}
