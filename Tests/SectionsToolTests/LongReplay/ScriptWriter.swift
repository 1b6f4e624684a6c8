import CoreData
import Foundation
import SectionedTesting

@testable import SectionsTool

/// Writes a script batch by batch, based on the objects that exist when it is played. It inserts, updates every
/// attribute and relationship, deletes, and ends batches in every way.
final class ScriptWriter {
  private let session: ReplaySession
  private let entities: [NSEntityDescription]
  private var random: SeededRandom
  private var values = RandomValues()
  private var inserted = 0
  /// The names to which the current batch may refer, by entity.
  private var objects: [String: [String]] = [:]
  /// The batches so far, for the report of a failure.
  private(set) var batches: [JSON] = []

  init(for session: ReplaySession, seed: UInt64) {
    self.session = session
    entities = session.source.store.model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    random = SeededRandom(seed: seed)
  }

  /// Returns the next batch. Call it on the context's queue.
  ///
  /// - Parameter end: the end of the batch; nil for a random one.
  func batch(edits count: Int, then end: Script.End? = nil) throws -> Script.Batch {
    try findObjects()
    var edits: [JSON] = []
    for _ in 0..<count {
      if let edit = edit() { edits.append(edit) }
    }
    let end = end ?? [.process, .process, .process, .process, .save, .save, .save, .rollback, .reset][random.below(9)]
    let batch = JSON.object([("edits", .array(edits)), ("then", .string(end.rawValue))])
    batches.append(batch)
    return try Script.Batch(JSONParser.parse(Array(batch.text.utf8)))
  }

  private func findObjects() throws {
    objects = [:]
    for entity in entities where entity.superentity == nil {
      let request = NSFetchRequest<NSManagedObject>()
      request.entity = entity
      for object in try session.context.fetch(request) {
        let id = object.objectID
        let reference = id.isTemporaryID ? session.names.text(of: id) : id.uriRepresentation().absoluteString
        objects[object.entity.name ?? "", default: []].append(reference)
      }
    }
  }

  private func edit() -> JSON? {
    switch random.below(20) {
    case 0..<6: insertion()
    case 6..<17: update()
    default: deletion()
    }
  }

  private func insertion() -> JSON? {
    let entity = entities[random.below(entities.count)]
    guard !entity.isAbstract, let name = entity.name else { return nil }
    let reference = "$new\(inserted)"
    inserted += 1
    let attributes = entity.attributesByName.values.filter { isSettable($0) && (!$0.isOptional || random.oneIn(2)) }
    let relationships = entity.relationshipsByName.values.filter { !$0.isOptional || random.oneIn(2) }
    let edit = self.edit("insert", name, name: reference, entity, attributes, relationships)
    objects[name, default: []].append(reference)
    return edit
  }

  private func update() -> JSON? {
    guard let (entity, place) = anyObject(), let reference = objects[entity.name ?? ""]?[place] else { return nil }
    let properties = entity.propertiesByName.values.sorted { $0.name < $1.name }
    let chosen = (0...random.below(2)).map { _ in properties[random.below(properties.count)] }
    var attributes: [NSAttributeDescription] = []
    var relationships: [NSRelationshipDescription] = []
    for property in chosen {
      if let attribute = property as? NSAttributeDescription, isSettable(attribute), !attributes.contains(attribute) {
        attributes.append(attribute)
      } else if let relationship = property as? NSRelationshipDescription, !relationships.contains(relationship) {
        relationships.append(relationship)
      }
    }
    return edit("update", reference, entity, attributes, relationships)
  }

  private func deletion() -> JSON? {
    guard let (entity, place) = anyObject(), let name = entity.name,
      let reference = objects[name]?.remove(at: place)
    else { return nil }
    return .object([("delete", .string(reference))])
  }

  private func edit(
    _ kind: String, _ object: String, name: String? = nil, _ entity: NSEntityDescription,
    _ attributes: some Collection<NSAttributeDescription>, _ relationships: some Collection<NSRelationshipDescription>
  ) -> JSON {
    var members: [(String, JSON)] = [(kind, .string(object))]
    if let name { members.append(("as", .string(name))) }
    var set: [(String, JSON)] = []
    let unique = uniqueNames(of: entity)
    for attribute in attributes.sorted(by: { $0.name < $1.name }) {
      set.append((attribute.name, values.value(for: attribute, isUnique: unique.contains(attribute.name), &random)))
    }
    members.append(("values", .object(set)))
    set = []
    for relationship in relationships.sorted(by: { $0.name < $1.name }) {
      set.append((relationship.name, destination(of: relationship)))
    }
    members.append(("set", .object(set)))
    return .object(members)
  }

  private func destination(of relationship: NSRelationshipDescription) -> JSON {
    let choices = references(to: relationship.destinationEntity)
    guard relationship.isToMany else {
      if choices.isEmpty || (relationship.isOptional && random.oneIn(4)) { return .null }
      return .string(choices[random.below(choices.count)])
    }
    var chosen = Array(choices.shuffled(using: &random).prefix(random.below(5)))
    if chosen.isEmpty, !relationship.isOptional, let first = choices.first { chosen = [first] }
    return .array(chosen.map(JSON.string))
  }

  private func references(to entity: NSEntityDescription?) -> [String] {
    guard let entity else { return [] }
    return entities.filter { $0.isKindOf(entity: entity) }.flatMap { objects[$0.name ?? ""] ?? [] }
  }

  private func anyObject() -> (NSEntityDescription, Int)? {
    let living = entities.filter { objects[$0.name ?? ""]?.isEmpty == false }
    guard !living.isEmpty else { return nil }
    let entity = living[random.below(living.count)]
    return (entity, random.below(objects[entity.name ?? ""]?.count ?? 1))
  }

  private func isSettable(_ attribute: NSAttributeDescription) -> Bool {
    !(attribute is NSDerivedAttributeDescription)
      && ![.undefinedAttributeType, .objectIDAttributeType].contains(attribute.attributeType)
  }

  private func uniqueNames(of entity: NSEntityDescription) -> Set<String> {
    var names: Set<String> = []
    var next: NSEntityDescription? = entity
    while let entity = next {
      names.formUnion(
        entity.uniquenessConstraints.joined().compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name })
      next = entity.superentity
    }
    return names
  }
}
