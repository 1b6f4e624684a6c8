import CoreData
import OrderedRows

/// The key path from an item to its section's key: to-one relationships, then the key attribute.
struct GroupingPath {
  let text: String
  /// The to-one relationships from the item to its section.
  let relationships: [String]
  /// The key attribute; nil when the path ends in the section itself.
  let attribute: String?
  /// `undefinedAttributeType` when it ends in the section itself.
  let attributeType: NSAttributeType
  /// The section's to-many relationship back to the items. Inserting or removing items changes it, which does not count
  /// as a change of the section.
  let inverse: String?
  /// The destinations of the relationships. The last one is the section entity, or an ancestor or descendant of it.
  let destinations: [NSEntityDescription]

  /// - Throws: `SectionedFetchedResultsError.invalidGroupingPath`, naming the first component that is wrong.
  init(_ text: String, from items: NSEntityDescription, to sections: NSEntityDescription) throws {
    let components = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    func wrong(_ step: String, _ reason: String) -> SectionedFetchedResultsError {
      .invalidGroupingPath(path: text, step: step, reason: reason)
    }
    var relationships: [String] = []
    var destinations: [NSEntityDescription] = []
    var inverse: String?
    var entity = items
    var attribute: NSAttributeDescription?
    if text.isEmpty {
      throw wrong(
        text, "it leads to no section. A list without sections is a FetchedList, of the module SectionedDataSources.")
    }
    for (index, name) in components.enumerated() {
      let isLast = index == components.count - 1
      if let relationship = entity.relationshipsByName[name] {
        guard !relationship.isToMany else {
          throw wrong(name, "\(entity.text).\(name) is a to-many relationship; an item can be in one section only.")
        }
        guard let destination = relationship.destinationEntity else {
          throw wrong(name, "the relationship \(entity.text).\(name) has no destination in the model.")
        }
        relationships.append(name)
        destinations.append(destination)
        inverse = relationship.inverseRelationship.flatMap { $0.isToMany ? $0.name : nil }
        entity = destination
      } else if let found = entity.attributesByName[name] {
        guard isLast else {
          throw wrong(name, "\(entity.text).\(name) is an attribute, and only the last step may be.")
        }
        attribute = found
      } else {
        if index == 0, let misplaced = RequestedEntities.mistake(items, sections, name) {
          throw wrong(name, misplaced)
        }
        let known =
          entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
          + (index > 0 ? Array(entity.attributesByName.keys) : [])
        throw wrong(
          name, "\(entity.text) has no property of that name; it has \(NearNames.choices(for: name, among: known))")
      }
    }
    guard !relationships.isEmpty else {
      throw wrong(
        components[0],
        RequestedEntities.mistake(items, sections, components[0])
          ?? "it must begin with a to-one relationship that leads to \(sections.text). To group by an attribute of "
          + "\(items.text), use FetchedList.grouped(by:), of the module SectionedDataSources.")
    }
    guard entity.isKindOf(entity: sections) || sections.isKindOf(entity: entity) else {
      throw wrong(
        relationships[relationships.count - 1], "it leads to \(entity.text), but sections are \(sections.text).")
    }
    if let attribute, sections.attributesByName[attribute.name] == nil {
      throw wrong(attribute.name, "\(sections.text) has no such attribute.")
    }
    if attribute == nil {
      try Self.checkEndsInSection(text, sections)
    }
    self.text = text
    self.relationships = relationships
    self.attribute = attribute?.name
    self.attributeType = attribute?.attributeType ?? .undefinedAttributeType
    self.inverse = inverse
    self.destinations = destinations
  }

  var isBoolean: Bool { attributeType == .booleanAttributeType }

  /// The key of a section object.
  func key(of section: NSManagedObject) -> GroupKey {
    guard let attribute else { return .object(Self.token(of: section)) }
    return GroupKey(section.value(forKey: attribute), isBoolean: isBoolean)
  }

  /// The key of an item, read over its relationships.
  func key(ofItem item: NSManagedObject) -> GroupKey {
    var object: NSManagedObject? = item
    for relationship in relationships { object = object?.value(forKey: relationship) as? NSManagedObject }
    return object.map(key(of:)) ?? .none
  }
}

extension NSEntityDescription {
  /// The entity's name for an error message.
  var text: String { name ?? "an entity without a name" }
}
