import CoreData
import OrderedRows

/// The to-one relationship from a node to its parent.
enum ParentKey {
  /// Checks that a key is a to-one relationship from an entity to one of the nodes' entities, or to a superentity or
  /// subentity of one.
  ///
  /// - Throws: ``TreeFetchError``.
  static func check(_ key: String, of entity: NSEntityDescription, among nodes: [NSEntityDescription]) throws {
    func wrong(_ reason: String) -> TreeFetchError { .invalidParent(key: key, reason: reason) }
    let name = entity.name ?? "an entity without a name"
    guard let relationship = entity.relationshipsByName[key] else {
      if key.contains(".") {
        throw wrong("it has several steps. Name a relationship of \(name), because changes are followed over one step.")
      }
      if entity.attributesByName[key] != nil { throw wrong("\(name).\(key) is an attribute, and no relationship.") }
      let known = entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
      throw wrong("\(name) has no relationship of that name; it has \(NearNames.choices(for: key, among: known))")
    }
    guard !relationship.isToMany else {
      throw wrong(
        "\(name).\(key) is a to-many relationship. Name the relationship to one parent"
          + (relationship.inverseRelationship.map { ", such as “\($0.name)”." } ?? "."))
    }
    guard let parents = relationship.destinationEntity, nodes.contains(where: { isRelative(parents, of: $0) }) else {
      let names = nodes.compactMap(\.name).joined(separator: ", ")
      throw wrong("it leads to \(relationship.destinationEntity?.name ?? "no entity"), but nodes are \(names).")
    }
  }

  /// Checks that a key is an ordered to-many relationship from the parents to the nodes of an entity.
  ///
  /// - Parameter parentKey: the key from a child to its parent, which was checked.
  /// - Throws: ``TreeFetchError``.
  static func checkOrder(_ key: String, of entity: NSEntityDescription, parentKey: String) throws {
    guard let back = entity.relationshipsByName[parentKey], let parents = back.destinationEntity else { return }
    func wrong(_ reason: String) -> TreeFetchError { .invalidOrder(key: key, reason: reason) }
    let name = parents.name ?? "the parents' entity"
    guard let relationship = parents.relationshipsByName[key], relationship.isToMany, relationship.isOrdered else {
      let known = parents.relationshipsByName.values.filter { $0.isToMany && $0.isOrdered }.map(\.name)
      throw wrong(
        "\(name) has no ordered relationship of that name; it has \(NearNames.choices(for: key, among: known))")
    }
    guard relationship.inverseRelationship?.name == parentKey else {
      throw wrong("it is not the inverse of “\(parentKey)”.")
    }
  }

  /// The entity of a request; nil when it names none, an error that the fetch reports.
  static func entity<Node>(of request: NSFetchRequest<Node>, in context: NSManagedObjectContext) -> NSEntityDescription?
  {
    guard context.persistentStoreCoordinator != nil else { return nil }
    if let name = request.entityName { return NSEntityDescription.entity(forEntityName: name, in: context) }
    return request.entity
  }

  private static func isRelative(_ entity: NSEntityDescription, of other: NSEntityDescription) -> Bool {
    entity.isKindOf(entity: other) || other.isKindOf(entity: entity)
  }
}
