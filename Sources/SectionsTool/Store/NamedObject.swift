import CoreData
import Foundation
import OrderedRows

/// An object and one of its attributes, as a person names them: `p7` and `cover`.
struct NamedObject {
  /// A key such as `p7`, which may be of several entities, a short name such as `Track p7`, or a URI.
  private let reference: String
  private let attribute: String

  init(_ reference: String, attribute: String) { (self.reference, self.attribute) = (reference, attribute) }

  /// - Throws: an error that names what is not there, or the objects that may be meant.
  func find(in context: NSManagedObjectContext) throws -> (NSManagedObject, NSAttributeDescription) {
    let object = try find(context)
    guard let found = object.entity.attributesByName[attribute] else { throw unknown(in: [object.entity]) }
    return (object, found)
  }

  private func find(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    guard let coordinator = context.persistentStoreCoordinator else { throw missing }
    guard let match = reference.wholeMatch(of: /p(-?[0-9]+)/), Int64(match.1) != nil else {
      guard let object = try context.objectIfThere(with: StoredReference.objectID(reference, in: coordinator)) else {
        throw missing
      }
      return object
    }
    let entities = coordinator.managedObjectModel.entities
    // Keys are given by trees of entities: of those with the attribute the highest one finds the object.
    let candidates = entities.filter {
      $0.attributesByName[attribute] != nil && $0.superentity?.attributesByName[attribute] == nil
    }
    guard !candidates.isEmpty else { throw unknown(in: entities) }
    let names = candidates.compactMap(\.name).sorted()
    let objects = try names.compactMap { name in
      try context.objectIfThere(with: StoredReference.objectID("\(name)/\(reference)", in: coordinator))
    }
    guard let object = objects.first else {
      throw ToolError.data("There is no object \(reference) of \(names.joined(separator: " or ")).")
    }
    guard objects.count == 1 else {
      let found = objects.map { "'\(ObjectTitle.shortName(of: $0.objectID, entity: $0.entity))'" }
      throw ToolError.data("'\(reference)' may be \(found.joined(separator: " or ")): write one of these.")
    }
    return object
  }

  private var missing: ToolError { .data("The store has no object '\(reference)'.") }

  private func unknown(in entities: [NSEntityDescription]) -> ToolError {
    let names = Set(entities.flatMap(\.attributesByName.keys))
    let whose = entities.count == 1 ? entities[0].name ?? "" : "No entity"
    if entities.count == 1, entities[0].relationshipsByName[attribute] != nil {
      return .data("'\(attribute)' of \(whose) is a relationship, and no attribute.")
    }
    let verb = entities.count == 1 ? "has no attribute" : "has an attribute"
    return .data("\(whose) \(verb) '\(attribute)'." + NearNames.question(for: attribute, among: names))
  }
}
