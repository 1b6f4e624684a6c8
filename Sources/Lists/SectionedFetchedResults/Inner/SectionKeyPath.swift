import CoreData
import OrderedRows

/// A key path that begins at a section object: to-one relationships, then the property whose value is the section's
/// name or its title in the index.
enum SectionKeyPath {
  /// The purpose of a key path, which decides the error.
  enum Use { case name, indexTitle }

  /// Checks a key path, because reading a wrong one from an object would stop the program.
  ///
  /// - Parameters:
  ///   - text: the key path.
  ///   - use: the controller's property that it is from.
  ///   - sections: the entity of the sections.
  ///   - type: the class of the sections.
  ///   - grouping: the path from an item to its section. A mistaken path may begin with it.
  /// - Throws: `SectionedFetchedResultsError.invalidSectionName` or `invalidSectionIndexTitle`, naming the first
  ///   component that is wrong.
  static func check(
    _ text: String, _ use: Use, of sections: NSEntityDescription, _ type: NSManagedObject.Type,
    groupedBy grouping: GroupingPath
  ) throws {
    let components = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let mistake = mistake(in: components, of: sections, type) else { return }
    var (step, reason) = (components[mistake.index], mistake.reason)
    let way = grouping.relationships
    let rest = components.dropFirst(way.count)
    if components.starts(with: way), !rest.isEmpty, self.mistake(in: Array(rest), of: sections, type) == nil {
      step = components[0]
      reason = "it begins at \(sections.text), the section: write “\(rest.joined(separator: "."))”."
    }
    switch use {
    case .name:
      throw SectionedFetchedResultsError.invalidSectionName(path: text, step: step, reason: reason)
    case .indexTitle:
      throw SectionedFetchedResultsError.invalidSectionIndexTitle(path: text, step: step, reason: reason)
    }
  }

  /// The first invalid component; nil if all are valid.
  private static func mistake(
    in components: [String], of sections: NSEntityDescription, _ type: NSManagedObject.Type
  ) -> (index: Int, reason: String)? {
    var entity = sections
    for (index, name) in components.enumerated() {
      guard let property = property(name, of: entity) else {
        // The class has the property, and the model does not know its type.
        if EntityClass.answers(to: name, of: entity, index == 0 ? type : nil) { return nil }
        let known = NearNames.choices(
          for: name, among: entity.propertiesByName.values.filter { !isToMany($0) }.map(\.name))
        return (index, "\(entity.text) has no property of that name; it has \(known)")
      }
      if isToMany(property) {
        return (index, "\(entity.text).\(name) is a to-many relationship; a section has one name.")
      }
      if index == components.count - 1 { return nil }
      guard let destination = (property as? NSRelationshipDescription)?.destinationEntity else {
        return (index, "\(entity.text).\(name) is no relationship, and only the last step may be none.")
      }
      entity = destination
    }
    return nil
  }

  /// A property of an entity or of its subentities, because only these may declare it if the entity is abstract.
  private static func property(_ name: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
    entity.propertiesByName[name] ?? entity.subentities.lazy.compactMap { property(name, of: $0) }.first
  }

  private static func isToMany(_ property: NSPropertyDescription) -> Bool {
    (property as? NSRelationshipDescription)?.isToMany ?? false
  }
}
