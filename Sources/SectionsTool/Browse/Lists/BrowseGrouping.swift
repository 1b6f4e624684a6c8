import CoreData
import OrderedRows

/// The kind of a list's sections.
enum BrowseGrouping {
  case none
  /// The values of an attribute.
  case attribute(NSAttributeDescription)
  /// The days of a date.
  case day(NSAttributeDescription)
  /// The objects of a to-many relationship: an item is in the section of each.
  case each(NSRelationshipDescription)
  /// Objects that the items are related to, empty ones included.
  case related(GroupingPath)

  /// - Parameter text: the value of `--by`: an attribute, `KEY:day` for the days of one, a relationship, a path over
  ///   relationships; empty for none.
  /// - Throws: an error that names the step that does not lead on.
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

  /// Returns the attribute of `KEY:day`.
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

  /// The entity whose objects the sections are.
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
