import CoreData
import Foundation
import OrderedRows

/// Performs the edits of a script in a context.
struct EditPlayer {
  let context: NSManagedObjectContext
  let names: ObjectNames

  /// - Throws: `LocatedProblem` with a message and its offset in the script.
  func play(_ edits: [Script.Edit]) throws {
    for edit in edits { try LocatedProblem.locating(edit.offset) { try play(edit) } }
  }

  private func play(_ edit: Script.Edit) throws {
    switch edit.kind {
    case .insert: try insert(edit)
    case .update: try set(edit, on: object(edit.subject, at: edit.subjectOffset))
    case .delete: context.delete(try object(edit.subject, at: edit.subjectOffset))
    }
  }

  private func insert(_ edit: Script.Edit) throws {
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    let name = edit.subject
    guard let entity = entities[name] else {
      throw LocatedProblem(
        offset: edit.subjectOffset,
        message: "The store has no entity '\(name)'\(choices(for: name, among: entities.keys))")
    }
    guard !entity.isAbstract else {
      throw LocatedProblem(offset: edit.subjectOffset, message: "\(name) is abstract and cannot be inserted.")
    }
    let object = NSManagedObject(entity: entity, insertInto: context)
    try names.remember(object, as: edit.name)
    try set(edit, on: object)
  }

  private func set(_ edit: Script.Edit, on object: NSManagedObject) throws {
    let (attributes, relationships) = (object.entity.attributesByName, object.entity.relationshipsByName)
    for member in edit.values.sorted(by: { $0.key < $1.key }) {
      guard let attribute = attributes[member.key] else {
        let other = relationships[member.key] == nil ? nil : "a relationship, for \"set\""
        throw unknown(member, in: attributes.keys, of: object, "attribute", butFound: other)
      }
      try LocatedProblem.locating(member.value.offset) {
        object.setValue(try AttributeValue.read(member.value.json, for: attribute), forKey: member.key)
      }
    }
    for member in edit.set.sorted(by: { $0.key < $1.key }) {
      guard let relationship = relationships[member.key] else {
        let other = attributes[member.key] == nil ? nil : "an attribute, for \"values\""
        throw unknown(member, in: relationships.keys, of: object, "relationship", butFound: other)
      }
      try LocatedProblem.locating(member.value.offset) {
        object.setValue(try value(member.value, for: relationship), forKey: member.key)
      }
    }
  }

  /// The error for a member that names no property of the expected kind.
  ///
  /// - Parameters:
  ///   - member: the member.
  ///   - names: the names of the properties of the expected kind.
  ///   - object: the edited object.
  ///   - kind: the expected kind.
  ///   - other: the kind of the property with that name and the member that sets it; nil if there is no such property.
  private func unknown(
    _ member: LocatedJSON.Member, in names: some Sequence<String>, of object: NSManagedObject, _ kind: String,
    butFound other: String?
  ) -> LocatedProblem {
    let entity = object.entity.name ?? ""
    return LocatedProblem(
      offset: member.offset,
      message: other.map { "'\(member.key)' of \(entity) is \($0)." }
        ?? "\(entity) has no \(kind) '\(member.key)'\(choices(for: member.key, among: names))")
  }

  private func value(_ json: LocatedJSON, for relationship: NSRelationshipDescription) throws -> Any? {
    let name = "\(relationship.entity.name ?? "").\(relationship.name)"
    switch json.content {
    case .scalar(.null) where !relationship.isToMany: return nil
    case .scalar(.string(let reference)) where !relationship.isToMany:
      return try destination(reference, at: json.offset, of: relationship)
    case .array(let references) where relationship.isToMany:
      let objects = try references.map { reference -> NSManagedObject in
        guard let text = reference.string else {
          throw LocatedProblem(
            offset: reference.offset,
            message: "\(reference.json.text) names no object for \(name); \(StoredReference.forms) does.")
        }
        return try destination(text, at: reference.offset, of: relationship)
      }
      return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
    default:
      let expected =
        relationship.isToMany ? "an array of names and URIs of objects" : "the name or the URI of an object, or null"
      throw ToolError.data("\(json.json.text) is no value for \(name), \(expected).")
    }
  }

  private func destination(
    _ reference: String, at offset: Int, of relationship: NSRelationshipDescription
  ) throws -> NSManagedObject {
    let object = try object(reference, at: offset)
    guard let entity = relationship.destinationEntity, object.entity.isKindOf(entity: entity) else {
      throw LocatedProblem(
        offset: offset,
        message: "\(reference) is of the entity \(object.entity.name ?? ""), but \(relationship.entity.name ?? "")."
          + "\(relationship.name) leads to \(relationship.destinationEntity?.name ?? "nothing").")
    }
    return object
  }

  /// Finds the object of a `$name`, of a short name as in printed lists, or of a URI.
  private func object(_ reference: String, at offset: Int) throws -> NSManagedObject {
    try LocatedProblem.locating(offset) {
      if reference.hasPrefix(ObjectNames.mark) { return try names.object(named: reference, in: context) }
      let id = try StoredReference.objectID(reference, in: context.persistentStoreCoordinator)
      guard let object = try context.objectIfThere(with: id) else {
        throw ToolError.data("There is no object \(reference).")
      }
      guard !object.isDeleted else { throw ToolError.data("\(reference) is deleted.") }
      return object
    }
  }

  private func choices(for name: String, among names: some Sequence<String>) -> String {
    let names = names.sorted()
    return (names.isEmpty ? "." : "; it has \(names.joined(separator: ", ")).")
      + NearNames.question(for: name, among: names)
  }
}

extension LocatedProblem {
  /// Adds an offset in the script to an error that has none.
  static func locating<Value>(_ offset: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as LocatedProblem {
      throw problem
    } catch {
      throw LocatedProblem(offset: offset, message: describe(error))
    }
  }
}
