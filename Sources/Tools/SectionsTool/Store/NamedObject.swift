import CoreData
import Foundation
import OrderedRows

/// An object and one of its attributes, as the user names them: `p7` and `cover`, or `p7` and `album.cover`.
struct NamedObject {
  /// A key such as `p7`, which objects of several entities may have, a short name such as `Track p7`, or a URI.
  private let reference: String
  /// The names of to-one relationships, followed by the name of the attribute.
  private let path: [String]

  init(_ reference: String, attribute: String) {
    self.reference = reference
    path = attribute.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the object at the end of the path, and the attribute.
  ///
  /// - Throws: an error that names the missing object or property, or the objects between which the user has to choose.
  func find(in context: NSManagedObjectContext) throws -> (NSManagedObject, NSAttributeDescription) {
    var object = try find(context)
    for (place, step) in path.enumerated() {
      let isLast = place == path.count - 1
      if isLast, let attribute = object.entity.attributesByName[step] { return (object, attribute) }
      guard !isLast, let relationship = object.entity.relationshipsByName[step], !relationship.isToMany else {
        throw unknown(step, isLast: isLast, in: [object.entity])
      }
      guard let next = try object.shownValue(step) as? NSManagedObject else {
        throw ToolError.noValue("\(ObjectTitle.shortName(of: object.objectID, entity: object.entity)) has no \(step).")
      }
      object = next
    }
    throw unknown("", isLast: true, in: [object.entity])
  }

  private func find(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    guard let coordinator = context.persistentStoreCoordinator else { throw missing }
    guard let match = reference.wholeMatch(of: /p(-?[0-9]+)/), Int64(match.1) != nil else {
      let forms = "p7, 'Track p7' as lists print it, or a URI"
      let id = try StoredReference.objectID(reference, in: coordinator, forms: forms)
      guard let object = try context.objectIfThere(with: id) else { throw missing }
      return object
    }
    let entities = coordinator.managedObjectModel.entities
    let first = path.first ?? ""
    // Primary keys are unique within an entity hierarchy. So it is enough to ask the highest entity of each hierarchy
    // that has the property.
    let candidates = entities.filter { has($0, first) && !($0.superentity.map { has($0, first) } ?? false) }
    guard !candidates.isEmpty else { throw unknown(first, isLast: path.count == 1, in: entities) }
    let names = candidates.compactMap(\.name).sorted()
    let objects = try names.compactMap { name in
      try context.objectIfThere(with: StoredReference.objectID("\(name)/\(reference)", in: coordinator))
    }
    guard let object = objects.first else {
      throw ToolError.data("There is no object \(reference) of \(names.joined(separator: " or ")).")
    }
    guard objects.count == 1 else {
      let found = objects.map { "'\(ObjectTitle.shortName(of: $0.objectID, entity: $0.entity))'" }
      throw ToolError.request("'\(reference)' may be \(found.joined(separator: " or ")): write one of these.")
    }
    return object
  }

  /// Whether an entity has the property with which the path begins.
  private func has(_ entity: NSEntityDescription, _ name: String) -> Bool {
    path.count == 1 ? entity.attributesByName[name] != nil : entity.relationshipsByName[name]?.isToMany == false
  }

  private var missing: ToolError { .data("The store has no object '\(reference)'.") }

  /// The error for a name in the path that the entities do not have, with the reason or a similar name.
  ///
  /// - Parameters:
  ///   - step: the unknown name.
  ///   - isLast: whether the name should be an attribute rather than a relationship.
  ///   - entities: the entities that were searched.
  private func unknown(_ step: String, isLast: Bool, in entities: [NSEntityDescription]) -> ToolError {
    let entity = entities.count == 1 ? entities[0] : nil
    let whose = entity?.name ?? ""
    switch (entity?.relationshipsByName[step], isLast) {
    case (let relationship?, _) where relationship.isToMany:
      return .request("'\(step)' of \(whose) leads to many objects: name one of them.")
    case (.some, true):
      return .request(
        "'\(step)' of \(whose) is a relationship, and no attribute: \(path.joined(separator: ".")).NAME is one of the object "
          + "that it leads to.")
    default: break
    }
    if !isLast, entity?.attributesByName[step] != nil {
      return .request("Nothing can follow the attribute '\(step)' in '\(path.joined(separator: "."))'.")
    }
    let noun = isLast ? "attribute" : "relationship to one object"
    let names = Set(entities.flatMap { isLast ? Array($0.attributesByName.keys) : Array($0.relationshipsByName.keys) })
    let what = entity == nil ? "No entity has \(isLast ? "an" : "a") \(noun)" : "\(whose) has no \(noun)"
    return .request("\(what) '\(step)'." + NearNames.question(for: step, among: names))
  }
}
