import CoreData

/// The path from an item to its section: a key path as text, or typed key paths, whose text depends on the model.
enum ItemSectionPath: Equatable, CustomStringConvertible {
  case text(String)
  case typed(AnyKeyPath, attribute: AnyKeyPath?)

  /// The text, or the typed key paths as Swift prints them.
  var description: String {
    switch self {
    case .text(let text): text
    case .typed(let path, let attribute): "\(path)" + (attribute.map { ", identifiedBy: \($0)" } ?? "")
    }
  }

  /// The key path as text, as a controller needs it.
  ///
  /// - Parameters:
  ///   - items: the entity of the items; nil if it is not known, which the fetch reports.
  ///   - sections: the entity of the sections.
  /// - Throws: ``FetchedSectionsError/unnamedKeyPath(_:)``.
  func text(from items: NSEntityDescription?, to sections: NSEntityDescription?) throws -> String {
    switch self {
    case .text(let text): return text
    case .typed(let path, let attribute?): return try Self.text(of: path) + "." + Self.text(of: attribute)
    case .typed(let path, nil):
      let text = try Self.text(of: path)
      guard let items, let sections, Self.leads(text, from: items, to: sections),
        let attribute = sections.identifyingAttribute
      else { return text }
      return text + "." + attribute
    }
  }

  private static func text(of path: AnyKeyPath) throws -> String {
    guard let text = path.keys else { throw FetchedSectionsError.unnamedKeyPath("\(path)") }
    return text
  }

  /// Whether a key path ends in a section.
  private static func leads(_ path: String, from items: NSEntityDescription, to sections: NSEntityDescription) -> Bool {
    var entity: NSEntityDescription? = items
    for key in path.split(separator: ".") {
      guard let relationship = entity?.relationshipsByName[String(key)], !relationship.isToMany else { return false }
      entity = relationship.destinationEntity
    }
    return entity.map { $0.isKindOf(entity: sections) || sections.isKindOf(entity: $0) } ?? false
  }
}

extension NSEntityDescription {
  /// The attribute that is alone in a uniqueness constraint of the entity or of a superentity.
  fileprivate var identifyingAttribute: String? {
    let alone = uniquenessConstraints.lazy.filter { $0.count == 1 }.compactMap { constraint in
      (constraint[0] as? NSPropertyDescription)?.name ?? constraint[0] as? String
    }
    return alone.first { attributesByName[$0] != nil } ?? superentity?.identifyingAttribute
  }
}
