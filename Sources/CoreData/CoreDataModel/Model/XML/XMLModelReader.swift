import Foundation

/// Reads the XML of Xcode's model editor.
///
/// A missing flag means false, a missing `maxCount` of a to-many relationship means no limit, and `elementID` is the
/// renaming identifier. The editor's own data (`elements`) is ignored.
enum XMLModelReader {
  static func draft(_ data: Data) throws -> ModelDraft {
    let root = try XMLTree.parse(data)
    guard root.name == "model" else {
      throw ModelReadingError("line \(root.line): the file is no model: its root element is \(root.name), not model")
    }
    var draft = ModelDraft()
    // For a model without an identifier, Xcode's compiler writes an empty identifier.
    draft.versionIdentifiers = [root.attributes["userDefinedModelVersionIdentifier"] ?? ""]
    let composites = try XMLComposites(root)
    for element in root.children {
      switch element.name {
      case "entity":
        let isRight = try draft.note { draft in
          let read = try entity(element, composites, &draft)
          draft.entities.append(read)
        }
        if !isRight { draft.lacksEntities = true }
      case "configuration":
        try draft.note { draft in
          let name = try element.required("name", of: "")
          draft.configurations[name, default: []] += try element.children(named: "memberEntity").map {
            try $0.required("name", of: name)
          }
        }
      case "fetchRequest":
        try draft.note { draft in
          let name = try element.required("name", of: "")
          // A template that cannot be read is skipped, because it would fetch other objects without its predicate.
          draft.templates[name] = ModelNote.unlessWrong("the model is read without the template") {
            try XMLFetchRequestReader.request(element, owner: name)
          }
        }
      default: break
      }
    }
    return draft
  }

  /// - Parameter model: the draft that records the problems of properties, which are then skipped.
  private static func entity(
    _ element: XMLTree, _ composites: XMLComposites, _ model: inout ModelDraft
  ) throws -> ModelDraft.Entity {
    let name = try element.required("name", of: "")
    let entity = NSEntityDescription()
    entity.name = name
    // A leading dot means the module of the app that compiles the model, which is not known here.
    entity.explicitClassName = element.text("representedClassName").map {
      $0.hasPrefix(".") ? String($0.dropFirst()) : $0
    }
    entity.isAbstract = element.flag("isAbstract")
    entity.explicitRenamingIdentifier = element.text("elementID")
    entity.versionHashModifier = element.text("versionHashModifier")
    entity.userInfo = element.userInfo

    var draft = ModelDraft.Entity(description: entity, parent: element.text("parentEntity"))
    var properties: [NSPropertyDescription] = []
    for child in element.children {
      let isRight = try model.note { _ in
        let property: NSPropertyDescription
        switch child.name {
        case "attribute": property = try XMLAttributeReader.attribute(child, of: name, composites)
        case "relationship":
          let link = try relationship(child, entityName: name)
          draft.links.append(link)
          property = link.relationship
        case "fetchedProperty": property = try fetchedProperty(child, entityName: name)
        default: return
        }
        property.take(child)
        properties.append(property)
      }
      if !isRight, let property = child.text("name") { model.leftOut.insert("\(name).\(property)") }
    }
    entity.ownProperties = properties
    entity.indexes = element.children(named: "fetchIndex").compactMap { child in
      ModelNote.unlessWrong("the entity is read without the index") { try index(child, entityName: name) }
    }
    // If an index has only one property, Xcode's compiler also marks that property as indexed. Stores then have two
    // indexes.
    let alone = Set(entity.indexes.compactMap { $0.elements.count == 1 ? $0.elements[0].propertyName : nil })
    for property in properties where alone.contains(property.name) { property.hasOwnIndex = true }
    entity.unnamedIndexes = try lists("compoundIndexes", of: "compoundIndex", "index", in: element, entityName: name)
    entity.uniquenessConstraints = try lists(
      "uniquenessConstraints", of: "uniquenessConstraint", "constraint", in: element, entityName: name
    )
    return draft
  }

  private static func relationship(_ element: XMLTree, entityName: String) throws -> ModelDraft.Link {
    let relationship = NSRelationshipDescription()
    relationship.name = try element.required("name", of: entityName)
    let owner = "\(entityName).\(relationship.name)"
    let isToMany = element.flag("toMany")
    relationship.minCount = try element.count("minCount", of: owner) ?? 0
    relationship.maxCount = try element.count("maxCount", of: owner) ?? (isToMany ? 0 : 1)
    guard relationship.isToMany == isToMany else {
      throw element.failure(
        isToMany ? "maxCount is 1 although it is toMany" : "maxCount is not 1 although it is not toMany", owner
      )
    }
    relationship.isOrdered = element.flag("ordered")
    relationship.deleteRule = try deleteRule(element, owner: owner)
    return ModelDraft.Link(
      relationship: relationship,
      destination: try element.required("destinationEntity", of: owner),
      inverse: element.text("inverseName")
    )
  }

  private static func deleteRule(_ element: XMLTree, owner: String) throws -> NSDeleteRule {
    switch element.text("deletionRule") {
    case "Nullify", nil: return .nullifyDeleteRule
    case "Cascade": return .cascadeDeleteRule
    case "Deny": return .denyDeleteRule
    case "No Action": return .noActionDeleteRule
    case let other?:
      throw element.failure("deletionRule \"\(other)\" is none of Nullify, Cascade, Deny, No Action", owner)
    }
  }

  private static func fetchedProperty(_ element: XMLTree, entityName: String) throws -> NSFetchedPropertyDescription {
    let property = NSFetchedPropertyDescription()
    property.name = try element.required("name", of: entityName)
    property.fetchRequest = ModelNote.unlessWrong("the fetched property is read without its request") {
      try element.children(named: "fetchRequest").first.map {
        try XMLFetchRequestReader.request($0, owner: "\(entityName).\(property.name)")
      }
    }
    return property
  }

  private static func index(_ element: XMLTree, entityName: String) throws -> NSFetchIndexDescription {
    let name = try element.required("name", of: entityName)
    let owner = "\(entityName).\(name)"
    let elements = try element.children(named: "fetchIndexElement").map { child in
      NSFetchIndexElementDescription(
        propertyName: try child.required("property", of: owner),
        collationType: child.text("type")?.lowercased() == "rtree" ? .rTree : .binary,
        isAscending: child.text("order") != "descending"
      )
    }
    return NSFetchIndexDescription(name: name, elements: elements)
  }

  /// Reads lists of property names, such as `uniquenessConstraints > uniquenessConstraint > constraint@value`.
  private static func lists(
    _ outer: String, of list: String, _ item: String, in element: XMLTree, entityName: String
  ) throws -> [[String]] {
    try element.children(named: outer).flatMap { $0.children(named: list) }.map { group in
      try group.children(named: item).map { try $0.required("value", of: "\(entityName).\(list)") }
    }
  }
}

extension NSPropertyDescription {
  /// Reads the settings that all kinds of properties share.
  func take(_ element: XMLTree) {
    isOptional = element.flag("optional")
    isTransient = element.flag("transient")
    hasOwnIndex = element.flag("indexed")
    explicitRenamingIdentifier = element.text("elementID")
    versionHashModifier = element.text("versionHashModifier")
    isIndexedBySpotlight = element.flag("spotlightIndexingEnabled")
    userInfo = element.userInfo
  }
}
