import Foundation

/// A compiled mapping model: a keyed archive that identifies entities by Apple's version hashes.
struct ArchivedMapping {
  let mapping = NSMappingModel()

  init(_ data: Data) throws {
    let archive = try KeyedArchive(data)
    let root = try archive.object(archive.root)
    guard try root.className == "NSMappingModel" else {
      throw ModelReadingError("the archive holds a \(try root.className), not a mapping model")
    }
    mapping.entityMappings = try root.list(for: "NSEntityMappings").map {
      try Self.entityMapping(try archive.object($0))
    }
  }

  /// The source and destination models. They are found in compiled bundles near the file, which list Apple's hashes.
  func models(around url: URL) throws -> (source: NSManagedObjectModel, destination: NSManagedObjectModel) {
    func model(_ hashes: [(name: String?, hash: Data?)]) throws -> NSManagedObjectModel {
      for folder in MappingFile.folders(around: url).prefix(2) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        for bundle in names.map(folder.appendingPathComponent) where bundle.pathExtension == "momd" {
          let version = ModelVersions.listedHashes(bundle).sorted { $0.key < $1.key }.first { _, listed in
            hashes.allSatisfy { $0.name.flatMap { listed[$0] } == $0.hash }
          }
          if let version {
            return try NSManagedObjectModel(reading: bundle.appendingPathComponent("\(version.key).mom"))
          }
        }
      }
      throw ModelReadingError("no compiled model beside it lists the version hashes that it names")
    }
    let entities = mapping.entityMappings ?? []
    return (
      try model(entities.map { ($0.sourceEntityName, $0.sourceEntityVersionHash) }.filter { $0.0 != nil }),
      try model(entities.map { ($0.destinationEntityName, $0.destinationEntityVersionHash) }.filter { $0.0 != nil })
    )
  }

  private static func entityMapping(_ object: ArchivedObject) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = try object.string(for: "NSMappingName")
    mapping.mappingType =
      NSEntityMappingType(rawValue: UInt(clamping: try object.integer(for: "NSMappingType") ?? 0))
      ?? .undefinedEntityMappingType
    mapping.sourceEntityName = try object.string(for: "NSSourceEntityName")
    mapping.sourceEntityVersionHash = try data("NSSourceEntityVersionHash", of: object)
    mapping.destinationEntityName = try object.string(for: "NSDestinationEntityName")
    mapping.destinationEntityVersionHash = try data("NSDestinationEntityVersionHash", of: object)
    mapping.entityMigrationPolicyClassName = try object.string(for: "NSEntityMigrationPolicyClassName")
    let name = mapping.name ?? ""
    mapping.sourceExpression = try expression("NSSourceExpression", of: object, name)
    mapping.attributeMappings = try properties("NSAttributeMappings", of: object, name)
    mapping.relationshipMappings = try properties("NSRelationshipMappings", of: object, name)
    mapping.userInfo = try userInfo(of: object, name)
    return mapping
  }

  private static func properties(
    _ key: String, of object: ArchivedObject, _ mapping: String
  ) throws -> [NSPropertyMapping] {
    try object.list(for: key).map { reference in
      let archived = try object.archive.object(reference)
      let property = NSPropertyMapping()
      property.name = try archived.string(for: "NSDestinationPropertyName")
      property.valueExpression = try expression("NSValueExpression", of: archived, "\(mapping), \(property.name ?? "")")
      property.userInfo = try userInfo(of: archived, "\(mapping), \(property.name ?? "")")
      return property
    }
  }

  private static func expression(_ key: String, of object: ArchivedObject, _ what: String) throws -> NSExpression? {
    guard let archived = try object.object(for: key) else { return nil }
    guard let syntax = ArchivedPredicate.expression(archived, allowsCalls: true) else {
      throw ModelReadingError("the expression of \(what) cannot be read")
    }
    return WrittenExpression.make(syntax)
  }

  private static func data(_ key: String, of object: ArchivedObject) throws -> Data? {
    object.reference(for: key).flatMap { ArchivedValue.value($0, in: object.archive) } as? Data
  }

  private static func userInfo(of object: ArchivedObject, _ owner: String) throws -> [AnyHashable: Any]? {
    try object.object(for: "NSUserInfo").flatMap { try MappingInformation.read($0, of: owner) }
  }
}
