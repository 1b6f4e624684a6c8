import Foundation
import OrderedRows

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
  /// The reasons why elements were left out: the model cannot be made.
  var problems: [String] = []
  /// The properties that were left out, as `Album.tracks`.
  var leftOut: Set<String> = []
  /// Whether a whole entity was left out.
  var lacksEntities = false

  /// Reads an element, and notes what is wrong with it.
  ///
  /// - Parameter read: reads the element of this draft.
  /// - Returns: whether it was right; if not it is left out.
  /// - Throws: an error that is no `ModelReadingError`; one with all problems once there are as many as it holds.
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

  /// Links the entities and puts them into an empty model.
  ///
  /// - Throws: a `ModelReadingError` that names all entities, properties and members of configurations that do not fit.
  func fill(_ model: NSManagedObjectModel) throws {
    // What leads to one that was left out is right.
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
    // What they inherit is not known.
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

  /// The greatest number of names among which a near one is sought.
  private static let searchedNames = 200

  /// `. Did you mean 'Warehouse'?`, or nothing where no name is near. Among very many none is sought, so that a damaged
  /// file, or a hostile one, does not take hours.
  static func nearName(to name: String, among names: some Collection<String>) -> String {
    guard names.count <= searchedNames else { return "" }
    return NearNames.nearest(to: name, among: names).map { ". Did you mean '\($0)'?" } ?? ""
  }

  /// - Returns: the problems of configurations whose members are not in the model, by the configurations' names.
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

  /// Checks the trees of entities, where a parent that is not in the model counts as none.
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

  /// - Parameter orphans: the entities that may inherit more than is known.
  /// - Returns: the problems of relationships that lead nowhere, as far as an error holds them.
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
    // An inverse may be inherited, so it is looked up once parents are linked.
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
