import Foundation

/// An entity of an archive with all its properties. Apple's archives repeat inherited properties in every subentity.
struct ArchivedEntity {
  let description: NSEntityDescription
  let parent: String?
  /// The properties sorted by name, because an archive has no order.
  let properties: [ArchivedProperty]

  init(_ object: ArchivedObject) throws {
    guard try object.className == "NSEntityDescription" else { throw object.mismatch("$class") }
    let name = try object.entityName(for: "NSEntityName")
    let entity = NSEntityDescription()
    entity.name = name
    entity.explicitClassName = try object.string(for: "NSClassNameForEntity")
    entity.isAbstract = try object.flag(for: "NSIsAbstract")
    entity.versionHashModifier = try object.string(for: "NSVersionHashModifier")
    // The archive always has a renaming identifier. If it equals the name, the model did not set one.
    let identifier = try object.string(for: "NSRenamingIdentifier")
    entity.explicitRenamingIdentifier = identifier == name ? nil : identifier
    entity.userInfo = try object.userInfo()
    entity.indexes = try object.list(for: "NSFetchIndexDescriptions").compactMap { reference in
      ModelNote.unlessWrong("\(name) is read without an index") { try Self.index(object.archive.object(reference)) }
    }
    entity.unnamedIndexes = try object.nameLists(for: "NSCompoundIndexes")
    entity.uniquenessConstraints = try object.nameLists(for: "NSUniqueTuples")
    description = entity
    let composites = CompositeReading()
    parent = try object.object(for: "NSSuperentity")?.entityName(for: "NSEntityName")
    properties = try object.entries(for: "NSProperties").map { key, reference in
      let property = try ArchivedProperty(
        try object.archive.object(reference).underlyingProperty(), composites: composites)
      guard property.description.name == key else {
        throw ModelReadingError("the archive lists the property \(name).\(property.description.name) as \(key)")
      }
      return property
    }.sorted { EntityOrder.precedes($0.description.name, $1.description.name) }
  }

  private static func index(_ object: ArchivedObject) throws -> NSFetchIndexDescription {
    let elements = try object.list(for: "NSIndexElements").map { reference in
      let element = try object.archive.object(reference)
      let type = UInt(exactly: try element.integer(for: "NSFetchIndexElementType") ?? 0)
      guard let collation = type.flatMap(NSFetchIndexElementType.init) else {
        throw element.mismatch("NSFetchIndexElementType")
      }
      return NSFetchIndexElementDescription(
        propertyName: try element.entityName(for: "NSPropertyName"), collationType: collation,
        isAscending: try element.flag(for: "NSAscending")
      )
    }
    let index = NSFetchIndexDescription(name: try object.entityName(for: "NSIndexName"), elements: elements)
    // An index changes no result, so it is read without its condition if the condition cannot be read.
    if let format = try object.string(for: ArchivedKeys.predicate) {
      index.partialIndexPredicate = try? NSPredicate.parse(format: format)
    } else if let predicate = try object.object(for: "NSPartialIndexPredicate") {
      index.partialIndexPredicate = ArchivedPredicate.syntax(predicate).map { NSPredicate.written($0) }
    }
    return index
  }
}

extension ArchivedObject {
  /// The lists of property names under a key.
  fileprivate func nameLists(for key: String) throws -> [[String]] {
    try list(for: key).map { reference in
      try archive.references(inCollection: reference).map { try archive.string($0) }
    }
  }

  /// The user info entries whose values are texts or numbers. The model editor writes only such entries.
  func userInfo() throws -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    for (key, reference) in try entries(for: "NSUserInfo") {
      info[key] = ArchivedValue.value(reference, in: archive)
    }
    return info
  }
}
