import CoreData
import Foundation

/// Makes a script's edits in a context.
struct EditPlayer {
  let context: NSManagedObjectContext
  let names: ObjectNames

  func play(_ edits: [Script.Edit]) throws {
    for edit in edits { try play(edit) }
  }

  private func play(_ edit: Script.Edit) throws {
    if let entity = edit.insert {
      try insert(entity, edit)
    } else if let reference = edit.update {
      try set(edit, on: object(reference))
    } else if let reference = edit.delete {
      context.delete(try object(reference))
    }
  }

  private func insert(_ name: String, _ edit: Script.Edit) throws {
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    guard let entity = entities[name] else {
      throw ToolError.data(
        "The store has no entity '\(name)'; it has \(entities.keys.sorted().joined(separator: ", ")).")
    }
    guard !entity.isAbstract else { throw ToolError.data("\(name) is abstract and cannot be inserted.") }
    let object = NSManagedObject(entity: entity, insertInto: context)
    try names.remember(object, as: edit.name)
    try set(edit, on: object)
  }

  private func set(_ edit: Script.Edit, on object: NSManagedObject) throws {
    let entity = object.entity
    let entityName = entity.name ?? ""
    for (key, json) in edit.values.sorted(by: { $0.key < $1.key }) {
      guard let attribute = entity.attributesByName[key] else {
        throw ToolError.data("\(entityName) has no attribute '\(key)'\(choices(entity.attributesByName.keys)).")
      }
      object.setValue(try AttributeValue.read(json, for: attribute), forKey: key)
    }
    for (key, json) in edit.set.sorted(by: { $0.key < $1.key }) {
      guard let relationship = entity.relationshipsByName[key] else {
        throw ToolError.data("\(entityName) has no relationship '\(key)'\(choices(entity.relationshipsByName.keys)).")
      }
      object.setValue(try value(json, for: relationship), forKey: key)
    }
  }

  private func value(_ json: JSON, for relationship: NSRelationshipDescription) throws -> Any? {
    let name = "\(relationship.entity.name ?? "").\(relationship.name)"
    switch json {
    case .null where !relationship.isToMany: return nil
    case .string(let reference) where !relationship.isToMany: return try destination(reference, of: relationship)
    case .array(let references) where relationship.isToMany:
      let objects = try references.map { reference -> NSManagedObject in
        guard case .string(let text) = reference else {
          throw ToolError.data("\(reference.text) names no object for \(name); a URI or a $name does.")
        }
        return try destination(text, of: relationship)
      }
      return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
    default:
      let expected = relationship.isToMany ? "an array of URIs and $names" : "a URI, a $name or null"
      throw ToolError.data("\(json.text) is no value for \(name), \(expected).")
    }
  }

  private func destination(_ reference: String, of relationship: NSRelationshipDescription) throws -> NSManagedObject {
    let object = try object(reference)
    guard let entity = relationship.destinationEntity, object.entity.isKindOf(entity: entity) else {
      throw ToolError.data(
        "\(reference) is a \(object.entity.name ?? ""), but \(relationship.entity.name ?? "").\(relationship.name) "
          + "leads to \(relationship.destinationEntity?.name ?? "nothing").")
    }
    return object
  }

  /// The object of a URI or a `$name`.
  private func object(_ reference: String) throws -> NSManagedObject {
    if reference.hasPrefix("$") { return try names.object(named: reference, in: context) }
    guard let url = URL(string: reference),
      let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
    else { throw ToolError.data("'\(reference)' is neither the URI of an object of this store nor a $name.") }
    do {
      return try context.existingObject(with: id)
    } catch {
      throw ToolError.data("There is no object \(reference).")
    }
  }

  private func choices(_ names: some Sequence<String>) -> String {
    let names = names.sorted()
    return names.isEmpty ? "" : "; it has \(names.joined(separator: ", "))"
  }
}
