import CoreData
import OrderedRows

/// The kind of a list's sections.
enum BrowseGrouping {
  case none
  /// The values of an attribute.
  case attribute(NSAttributeDescription)
  /// The days of a date.
  case day(NSAttributeDescription)
  /// The objects of a to-many relationship. An item is in the section of each object to which it is related.
  case each(NSRelationshipDescription)
  /// The objects at the end of a path from the items, including objects without items.
  case related(GroupingPath)

  /// - Parameters:
  ///   - text: the value of `--by`: an attribute, `KEY:day` for the days of a date, a relationship, or a path over
  ///     relationships; empty for no sections.
  ///   - entity: the entity of the items.
  /// - Throws: an error that names the part of the path that is wrong.
  init(_ text: String, of entity: NSEntityDescription) throws {
    if text.isEmpty {
      self = .none
    } else if let colon = text.firstIndex(of: ":") {
      self = .day(try Self.date(text, String(text[..<colon]), unit: text[text.index(after: colon)...], of: entity))
    } else if let attribute = entity.attributesByName[text] {
      guard Self.canGroup(attribute) else {
        throw ToolError.request("--by \(text): values of the type \(attribute.attributeType.word) cannot be sections.")
      }
      self = .attribute(attribute)
    } else if let relationship = entity.relationshipsByName[text], relationship.isToMany {
      self = .each(relationship)
    } else {
      self = .related(try GroupingPath(text, from: entity))
    }
  }

  /// Returns the date attribute of `KEY:day`.
  private static func date(
    _ text: String, _ name: String, unit: Substring, of entity: NSEntityDescription
  ) throws -> NSAttributeDescription {
    guard unit == "day" else {
      throw ToolError.request("--by \(text): days are the only parts of dates that make sections: \(name):day.")
    }
    let dates = dates(of: entity)
    if let date = dates.first(where: { $0.name == name }) { return date }
    let advice =
      dates.isEmpty ? "it has no dates." : "it has \(NearNames.choices(for: name, among: dates.map(\.name)))"
    throw ToolError.request("--by \(text): '\(name)' of \(entity.name ?? "") is no date; \(advice)")
  }

  private static func dates(of entity: NSEntityDescription) -> [NSAttributeDescription] {
    entity.attributesByName.values.filter { $0.attributeType == .dateAttributeType && canGroup($0) }
      .sorted { $0.name < $1.name }
  }

  /// Whether the store has the attribute's values and they can be compared.
  static func canGroup(_ attribute: NSAttributeDescription) -> Bool {
    !attribute.isTransient
      && ![
        .binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
        .compositeAttributeType,
      ].contains(attribute.attributeType)
  }

  /// The possible values of `--by` for an entity, with a description of each.
  ///
  /// - Parameters:
  ///   - entity: the entity of the items.
  ///   - given: paths from the command line, which are offered, too.
  static func choices(of entity: NSEntityDescription, and given: [String]) -> [(path: String, text: String)] {
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }
    let attributes = entity.attributesByName.values.filter(canGroup).sorted { $0.name < $1.name }
    let days = dates(of: entity).map { "\($0.name):day" }
    var names = Set(entity.propertiesByName.keys).union([""]).union(days)
    var choices: [(path: String, text: String)] = [("", "one list")]
    for path in given where names.insert(path).inserted {
      let name = (try? GroupingPath(path, from: entity))?.sectionEntity.name ?? ""
      choices.append((path, "every \(name), empty or not"))
    }
    for relationship in relationships where relationship.destinationEntity != nil {
      let name = relationship.destinationEntity?.name ?? ""
      let text = relationship.isToMany ? "each \(name) that there is" : "every \(name), empty or not"
      choices.append((relationship.name, text))
    }
    for attribute in attributes { choices.append((attribute.name, "its values, \(attribute.attributeType.word)")) }
    for day in days { choices.append((day, "its days")) }
    return choices
  }

  /// The entity of the objects that are sections; nil if sections are no objects.
  var sectionEntity: NSEntityDescription? {
    switch self {
    case .none, .attribute, .day: nil
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

  /// The title of the section. Its header begins with it, and the user can jump to it.
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
