import Foundation

/// A mapping model as Xcode edits it: an XML file with the objects of a Core Data store.
///
/// Missing parts are generated as Xcode's compiler does: the names of mappings, and expressions for attributes and
/// relationships with the same name in both versions.
struct XMLMapping {
  let sourcePath: String
  let destinationPath: String
  private let entities: [Object]
  private let objects: [String: Object]

  private struct Object {
    let type: String
    let attributes: [String: String]
    let relationships: [String: [String]]

    init(_ tree: XMLTree) {
      type = tree.attributes["type"] ?? ""
      var attributes: [String: String] = [:]
      for child in tree.children(named: "attribute") { attributes[child.attributes["name"] ?? ""] = child.text }
      self.attributes = attributes
      var relationships: [String: [String]] = [:]
      for child in tree.children(named: "relationship") {
        let references = child.attributes["idrefs"] ?? ""
        relationships[child.attributes["name"] ?? ""] = references.split(separator: " ").map(String.init)
      }
      self.relationships = relationships
    }

    subscript(name: String) -> String? {
      attributes[name].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  init(_ data: Data) throws {
    let tree = try XMLTree.parse(data, documentType: Self.documentType)
    guard tree.name == "database" else { throw ModelReadingError("the XML is no mapping model") }
    var objects: [String: Object] = [:]
    for child in tree.children(named: "object") {
      guard let name = child.attributes["id"] else {
        throw ModelReadingError("line \(child.line): an object has no id")
      }
      objects[name] = Object(child)
    }
    guard let model = objects.values.first(where: { $0.type == "XDDEVMAPPINGMODEL" }),
      let source = model["sourcemodelpath"], let destination = model["destinationmodelpath"]
    else { throw ModelReadingError("it does not say which models it is for") }
    (sourcePath, destinationPath) = (source, destination)
    self.objects = objects
    entities = (model.relationships["entitymappings"] ?? []).compactMap { objects[$0] }.sorted {
      (Int($0["mappingnumber"] ?? "") ?? 0) < (Int($1["mappingnumber"] ?? "") ?? 0)
    }
  }

  func mapping(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) throws -> NSMappingModel {
    let mapping = NSMappingModel()
    mapping.entityMappings = try entities.map { try entityMapping($0, from: source, to: destination) }
    return mapping
  }

  private func entityMapping(
    _ object: Object, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = Self.name(object)
    let former = try object["sourcename"].map { try Self.entity($0, in: source, mapping) }
    let entity = try object["destinationname"].map { try Self.entity($0, in: destination, mapping) }
    (mapping.sourceEntityName, mapping.sourceEntityVersionHash) = (former?.name, former?.versionHash)
    (mapping.destinationEntityName, mapping.destinationEntityVersionHash) = (entity?.name, entity?.versionHash)
    mapping.entityMigrationPolicyClassName = object["migrationpolicyclassname"]
    mapping.mappingType =
      switch (former?.name, entity?.name) {
      case _ where object["migrationpolicyclassname"] != nil: .customEntityMappingType
      case (nil, _): .addEntityMappingType
      case (_, nil): .removeEntityMappingType
      case (let former, let entity):
        former == entity ? .copyEntityMappingType : .transformEntityMappingType
      }
    if let data = object["sourceexpressiondata"] {
      mapping.sourceExpression = try expression(data, "the source of \(mapping.name ?? "")")
    } else if let former {
      mapping.sourceExpression = MappingExpressions.objects(of: former.name ?? "")
    }
    mapping.userInfo = try userInfo(object, mapping.name ?? "")
    let generates = object["autogenerateexpression"] == "1"
    mapping.attributeMappings = try properties(object, "attributemappings", mapping) { _, name in
      generates && former?.attributesByName[name] != nil ? MappingExpressions.value(name) : nil
    }
    mapping.relationshipMappings = try properties(object, "relationshipmappings", mapping) { property, name in
      if let edited = try edited(property, name, former, mapping) { return edited }
      return generates ? former?.relationshipsByName[name].map(destinations) : nil
    }
    return mapping
  }

  private func properties(
    _ object: Object, _ key: String, _ mapping: NSEntityMapping, _ generated: (Object, String) throws -> NSExpression?
  ) throws -> [NSPropertyMapping] {
    let properties = (object.relationships[key] ?? []).compactMap { objects[$0] }
    return try properties.compactMap { property -> NSPropertyMapping? in
      guard let name = property["name"] else { return nil }
      let result = NSPropertyMapping()
      result.name = name
      result.valueExpression =
        if let data = property["valueexpressiondata"] {
          try expression(data, "\(mapping.destinationEntityName ?? "").\(name)")
        } else {
          try generated(property, name)
        }
      result.userInfo = try userInfo(property, "\(mapping.destinationEntityName ?? "").\(name)")
      return result
    }.sorted { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
  }

  /// The expression for the fields Key Path and Mapping Name of Xcode's editor: the destination objects that a mapping
  /// created from the objects at a path. Nil if neither field is set.
  private func edited(
    _ property: Object, _ name: String, _ former: NSEntityDescription?, _ mapping: NSEntityMapping
  ) throws -> NSExpression? {
    let (path, used) = (property["sourcekeypath"], property["sourcemappingname"])
    guard path != nil || used != nil else { return nil }
    let owner = "\(mapping.destinationEntityName ?? "").\(name)"
    if let used, !entities.contains(where: { Self.name($0) == used }) {
      throw ModelReadingError("\(owner) is made by the mapping \(used), which there is not")
    }
    guard let path else {
      // If the field Key Path is empty, the editor means the relationship of the same name.
      guard former?.relationshipsByName[name] != nil else { return nil }
      return MappingExpressions.destinations(of: MappingExpressions.sourceValue(name), by: used, relationship: name)
    }
    do {
      let format = path.hasPrefix("$") ? path : "$\(NSMigrationSourceObjectKey).\(path)"
      return MappingExpressions.destinations(
        of: try PredicateParser.parseExpression(format, []), by: used, relationship: name)
    } catch {
      throw ModelReadingError("the key path \(path) of \(owner) cannot be read: \(error.description)")
    }
  }

  /// The mapping's user info, an archived dictionary.
  private func userInfo(_ object: Object, _ what: String) throws -> [AnyHashable: Any]? {
    guard let base64 = object["userinfodata"] else { return nil }
    guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else {
      throw ModelReadingError("the user info of \(what) is not in Base64")
    }
    let archive = try KeyedArchive(data)
    return try MappingInformation.read(try archive.object(archive.root), of: what)
  }

  /// The expression of a relationship's value. It names the mapping of the destination's objects if there is exactly
  /// one, and otherwise means all mappings.
  private func destinations(_ relationship: NSRelationshipDescription) -> NSExpression {
    let entity = relationship.destinationEntity
    let mappings = entities.filter { object in
      entity.flatMap { entity in
        object["sourcename"].map { name in name == entity.name || entity.has(subentity: name) }
      } ?? false
    }
    if mappings.count == 1 {
      return MappingExpressions.destinations(ofRelationship: relationship.name, by: Self.name(mappings[0]))
    }
    return MappingExpressions.destinations(ofRelationship: relationship.name)
  }

  private func expression(_ base64: String, _ what: String) throws -> NSExpression {
    guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else {
      throw ModelReadingError("the expression of \(what) is not in Base64")
    }
    let archive = try KeyedArchive(data)
    guard let syntax = ArchivedPredicate.expression(try archive.object(archive.root), allowsCalls: true) else {
      throw ModelReadingError("the expression of \(what) cannot be read")
    }
    return WrittenExpression.make(syntax)
  }

  private static func name(_ object: Object) -> String {
    if let name = object["name"] { return name }
    switch (object["sourcename"], object["destinationname"]) {
    case (let source?, let destination?): return "\(source)To\(destination)"
    case (let source, let destination): return source ?? destination ?? ""
    }
  }

  private static func entity(
    _ name: String, in model: NSManagedObjectModel, _ mapping: NSEntityMapping
  ) throws -> NSEntityDescription {
    if let entity = model.entitiesByName[name] { return entity }
    throw ModelReadingError("\(mapping.name ?? "") is of \(name), which its model does not have")
  }

  /// The document type declaration at the beginning of Xcode's files.
  private static let documentType = #"<!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd""#
}

extension NSEntityDescription {
  fileprivate func has(subentity name: String) -> Bool {
    subentities.contains { $0.name == name || $0.has(subentity: name) }
  }
}
