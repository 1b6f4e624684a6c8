import CoreData

/// The kind of a list's sections.
enum BrowseGrouping {
  case none
  /// The values of an attribute.
  case attribute(NSAttributeDescription)
  /// The objects of a to-many relationship: an item is in the section of each.
  case each(NSRelationshipDescription)
  /// Objects that the items are related to, empty ones included.
  case related(GroupingPath)

  /// - Parameter text: the value of `--by`: an attribute, a relationship, a path over relationships; empty for none.
  /// - Throws: an error that names the step that does not lead on.
  init(_ text: String, of entity: NSEntityDescription) throws {
    if text.isEmpty {
      self = .none
    } else if let attribute = entity.attributesByName[text] {
      guard Self.canGroup(attribute) else {
        throw ToolError.request("--by \(text): values of the type \(attribute.attributeType.word) make no sections.")
      }
      self = .attribute(attribute)
    } else if let relationship = entity.relationshipsByName[text], relationship.isToMany {
      self = .each(relationship)
    } else {
      self = .related(try GroupingPath(text, from: entity))
    }
  }

  /// Whether values of an attribute can be compared, and the store has them.
  static func canGroup(_ attribute: NSAttributeDescription) -> Bool {
    !attribute.isTransient
      && ![
        .binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
        .compositeAttributeType,
      ].contains(attribute.attributeType)
  }

  /// The possible values of `--by` for an entity, with a line about each.
  ///
  /// - Parameter given: paths that were given elsewhere, and may be chosen, too.
  static func choices(of entity: NSEntityDescription, and given: [String]) -> [(path: String, text: String)] {
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }
    let attributes = entity.attributesByName.values.filter(canGroup).sorted { $0.name < $1.name }
    var names = Set(entity.propertiesByName.keys).union([""])
    return [("", "one list")]
      + given.filter { names.insert($0).inserted }.map { path in
        let name = (try? GroupingPath(path, from: entity))?.sectionEntity.name ?? ""
        return (path, "every \(name), empty or not")
      }
      + relationships.filter { $0.destinationEntity != nil }.map { relationship in
        let name = relationship.destinationEntity?.name ?? ""
        return (relationship.name, relationship.isToMany ? "each \(name) that there is" : "every \(name), empty or not")
      } + attributes.map { ($0.name, "its values, \($0.attributeType.word)") }
  }

  /// The entity whose objects the sections are.
  var sectionEntity: NSEntityDescription? {
    switch self {
    case .none, .attribute: nil
    case .each(let relationship): relationship.destinationEntity
    case .related(let path): path.sectionEntity
    }
  }
}

/// A section of a list of the browser.
enum BrowseSection {
  case all
  case value(String?)
  case object(NSManagedObject)
  case unmatched

  /// The name by which a person jumps to the section, and with which its header begins.
  func title() throws -> String {
    switch self {
    case .all: "all"
    case .value(let value): value.map(\.printable) ?? "–"
    case .object(let object):
      try ObjectTitle.name(of: object).map(\.printable)
        ?? ObjectTitle.shortName(of: object.objectID, entity: object.entity)
    case .unmatched: "without a section"
    }
  }
}
