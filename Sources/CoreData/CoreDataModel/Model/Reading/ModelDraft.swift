import Foundation
import OrderedRows

/// A model as it was read from a file. Its entities refer to each other by name and are not linked yet.
///
/// The readers of XML and of archives both produce drafts, so linking and checking are implemented once.
struct ModelDraft {
  struct Entity {
    let description: NSEntityDescription
    var parent: String?
    var links: [Link] = []
  }

  /// The names of the destination and the inverse of a relationship.
  struct Link {
    let relationship: NSRelationshipDescription
    let destination: String
    let inverse: String?
  }

  var entities: [Entity] = []
  var versionIdentifiers: Set<String> = []
  /// The names of the entities in each configuration.
  var configurations: [String: [String]] = [:]
  var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
  /// The problems that were found so far. If there are any, no model can be created.
  var problems: [String] = []
  /// The properties that were skipped because of a problem, such as `Album.tracks`.
  var leftOut: Set<String> = []
  /// Whether an entity was skipped because of a problem.
  var lacksEntities = false

  /// Reads an element, and records a `ModelReadingError` as a problem.
  ///
  /// - Parameter read: reads the element into this draft.
  /// - Returns: false if there was a problem, so that the element is skipped.
  /// - Throws: any other error, and an error with all problems when their number reaches the limit.
  @discardableResult
  mutating func note(_ read: (inout ModelDraft) throws -> Void) throws -> Bool {
    do {
      try read(&self)
      return true
    } catch let error as ModelReadingError {
      problems += error.reasons
      guard problems.count < ModelReadingError.limit else { throw ModelReadingError(problems) }
      return false
    }
  }

  /// Links the entities and adds them to an empty model.
  ///
  /// - Throws: a `ModelReadingError` that names all entities, properties and configuration members with problems.
  func fill(_ model: NSManagedObjectModel) throws {
    // Do not report references to a skipped entity as problems.
    guard !lacksEntities else { throw ModelReadingError(problems) }
    var byName: [String: NSEntityDescription] = [:]
    for entity in entities {
      guard let name = entity.description.name, !name.isEmpty else {
        throw ModelReadingError(problems + ["an entity has no name"])
      }
      guard byName.updateValue(entity.description, forKey: name) == nil else {
        throw ModelReadingError(problems + ["two entities are named \(name)"])
      }
    }
    // For these entities it is not known what they inherit.
    let orphans = entities.filter { entity in entity.parent.map { byName[$0] == nil } ?? false }
    var problems = problems
    problems += orphans.prefix(ModelReadingError.limit).map { orphan in
      "the parent entity \(orphan.parent ?? "") of \(orphan.description.name ?? "") is not in the model"
        + Self.nearName(to: orphan.parent ?? "", among: byName.keys)
    }
    do {
      try checkInheritance(byName)
    } catch let error as ModelReadingError {
      throw ModelReadingError(problems + error.reasons)
    }
    linkParents(byName)
    problems += linkRelationships(byName, orphans: Set(orphans.compactMap(\.description.name)))
    problems += unknownMembers(byName)
    guard problems.isEmpty else { throw ModelReadingError(problems) }
    model.entities = entities.map(\.description)
    model.versionIdentifiers = versionIdentifiers
    model.templates = templates
    for (configuration, members) in configurations {
      model.setEntities(members.compactMap { byName[$0] }, forConfigurationName: configuration)
    }
    let unusable = ModelCheck.problems(in: model)
    guard unusable.isEmpty else { throw ModelReadingError(unusable) }
  }

  /// The greatest number of names in which a similar name is searched.
  private static let searchedNames = 200

  /// The text `. Did you mean 'Warehouse'?`, or an empty text if no name is similar. Many names are not searched, so
  /// that a damaged or hostile file does not take hours.
  static func nearName(to name: String, among names: some Collection<String>) -> String {
    guard names.count <= searchedNames else { return "" }
    return NearNames.nearest(to: name, among: names).map { ". Did you mean '\($0)'?" } ?? ""
  }

  /// - Returns: the problems of configurations with unknown entities, in the order of the configurations' names.
  private func unknownMembers(_ byName: [String: NSEntityDescription]) -> [String] {
    var problems: [String] = []
    for (configuration, members) in configurations.sorted(by: { $0.key < $1.key }) {
      for member in members where byName[member] == nil {
        guard problems.count < ModelReadingError.limit else { return problems }
        problems.append(
          "the configuration \(configuration) has the unknown entity \(member)"
            + Self.nearName(to: member, among: byName.keys))
      }
    }
    return problems
  }

  /// Checks the inheritance trees. An entity whose parent is not in the model counts as a root entity.
  private func checkInheritance(_ byName: [String: NSEntityDescription]) throws {
    try Self.checkInheritance(
      Dictionary(
        entities.compactMap { entity in
          let parent = entity.parent.flatMap { byName[$0] == nil ? nil : $0 }
          return entity.description.name.map { name in
            (name, (parent: parent, propertyCount: entity.description.ownProperties.count))
          }
        }
      ) { first, _ in first }
    )
  }

  private func linkParents(_ byName: [String: NSEntityDescription]) {
    var children: [String: [NSEntityDescription]] = [:]
    for entity in entities {
      guard let parent = entity.parent else { continue }
      children[parent, default: []].append(entity.description)
    }
    for (parent, subentities) in children { byName[parent]?.subentities = subentities }
  }

  /// - Parameter orphans: the entities whose inherited properties are not known.
  /// - Returns: the problems of relationships without a destination or inverse, at most as many as an error holds.
  private func linkRelationships(_ byName: [String: NSEntityDescription], orphans: Set<String>) -> [String] {
    var problems: [String] = []
    let links = entities.flatMap { entity in entity.links.map { (entity: entity.description, link: $0) } }
    for (entity, link) in links {
      guard let destination = byName[link.destination] else {
        guard problems.count < ModelReadingError.limit else { return problems }
        problems.append(
          "the destination entity \(link.destination) of \(entity.name ?? "").\(link.relationship.name) "
            + "is not in the model" + Self.nearName(to: link.destination, among: byName.keys))
        continue
      }
      link.relationship.destinationEntity = destination
    }
    // Look up inverses after parents were linked, because an inverse may be inherited.
    let own = byName.mapValues { entity in
      Dictionary(entity.ownProperties.map { ($0.name, $0) }) { first, _ in first }
    }
    for (entity, link) in links {
      guard let inverse = link.inverse, var holder = byName[link.destination] else { continue }
      var names: [String] = []
      var isCertain = true
      while own[holder.name ?? ""]?[inverse] == nil {
        names += holder.ownProperties.compactMap { $0 is NSRelationshipDescription ? $0.name : nil }
        let name = holder.name ?? ""
        if orphans.contains(name) || leftOut.contains("\(name).\(inverse)") { isCertain = false }
        guard let parent = holder.superentity else { break }
        holder = parent
      }
      guard let target = own[holder.name ?? ""]?[inverse] as? NSRelationshipDescription else {
        guard isCertain else { continue }
        guard problems.count < ModelReadingError.limit else { return problems }
        problems.append(
          "the inverse \(link.destination).\(inverse) of \(entity.name ?? "").\(link.relationship.name) "
            + "is not in the model" + Self.nearName(to: inverse, among: names))
        continue
      }
      link.relationship.inverseRelationship = target
    }
    return problems
  }
}
