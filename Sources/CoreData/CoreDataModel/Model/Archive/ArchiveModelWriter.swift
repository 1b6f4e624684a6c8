import Foundation

/// Writes a compiled model in the form of Apple's archives, which `ArchiveModelReader` reads.
///
/// Predicates and expressions are written as text with keys of this package, because Foundation does not give access to
/// their parts here.
package struct ArchiveModelWriter {
  typealias Node = KeyedArchiveBuilder.Node

  var builder = KeyedArchiveBuilder()
  private let model: Int
  /// The places in the archive of entities, and of every property in each entity that has it.
  private var entities: [ObjectIdentifier: Int] = [:]
  private(set) var properties: [ObjectIdentifier: [String: Int]] = [:]

  /// The content of `Z_MODELCACHE`: the archived and compressed model.
  package static func modelCache(of model: NSManagedObjectModel) throws -> Data {
    try RawDeflate.deflate(archive(of: model))
  }

  static func archive(of model: NSManagedObjectModel) -> Data {
    var writer = ArchiveModelWriter()
    return writer.write(model)
  }

  private init() {
    model = builder.reserve()
  }

  private mutating func write(_ model: NSManagedObjectModel) -> Data {
    for entity in model.entities {
      entities[ObjectIdentifier(entity)] = builder.reserve()
      properties[ObjectIdentifier(entity)] = Dictionary(
        entity.properties.map { ($0.name, builder.reserve()) }
      ) { first, _ in first }
    }
    for entity in model.entities { write(entity) }
    var fields: KeyedArchiveBuilder.Fields = [
      (key: "NSEntities", value: references(to: model.entities)),
      (key: "NSFetchRequestTemplates", value: templates(model)),
      (
        key: "NSVersionIdentifiers",
        value: builder.set(model.versionIdentifiers.compactMap { $0 as? String }.sorted().map { builder.string($0) })
      ),
    ]
    if !model.configurations.isEmpty {
      let configurations = model.configurations.map { name in
        (key: name, value: builder.set((model.entities(forConfigurationName: name) ?? []).map(reference)))
      }
      fields.append((key: "NSConfigurations", value: builder.dictionary(configurations)))
    }
    builder.fill(self.model, ["NSManagedObjectModel"], fields)
    return builder.data(root: self.model)
  }

  func reference(to entity: NSEntityDescription) -> Node {
    .uid(entities[ObjectIdentifier(entity)] ?? 0)
  }

  private mutating func references(to entities: [NSEntityDescription]) -> Node {
    builder.dictionary(entities.map { (key: $0.name ?? "", value: reference(to: $0)) })
  }

  private mutating func templates(_ model: NSManagedObjectModel) -> Node {
    guard !model.templates.isEmpty else { return KeyedArchiveBuilder.null }
    var requests: KeyedArchiveBuilder.Fields = []
    for (name, request) in model.templates.sorted(by: { $0.key < $1.key }) {
      if let node = self.request(request, model) { requests.append((key: name, value: node)) }
    }
    return builder.dictionary(requests)
  }

  private mutating func write(_ entity: NSEntityDescription) {
    let places = properties[ObjectIdentifier(entity)] ?? [:]
    let all = entity.properties
    for property in all {
      if let place = places[property.name] { write(property, of: entity, at: place) }
    }
    var fields: KeyedArchiveBuilder.Fields = [
      (key: "NSEntityName", value: builder.string(entity.name)),
      (key: "NSClassNameForEntity", value: builder.string(entity.explicitClassName)),
      (key: "NSUserInfo", value: userInfo(entity.userInfo)),
      (key: "NSSubentities", value: references(to: entity.subentities)),
      (key: "NSVersionHashModifier", value: builder.string(entity.versionHashModifier)),
      (
        key: "NSProperties",
        value: builder.dictionary(all.map { (key: $0.name, value: .uid(places[$0.name] ?? 0)) })
      ),
      (key: "NSRenamingIdentifier", value: builder.string(entity.renamingIdentifier)),
      (key: "NSManagedObjectModel", value: .uid(model)),
      (key: "NSSuperentity", value: entity.superentity.map(reference) ?? KeyedArchiveBuilder.null),
    ]
    if entity.isAbstract { fields.append((key: "NSIsAbstract", value: .bool(true))) }
    if !entity.indexes.isEmpty {
      let indexes = entity.indexes.map { write($0, of: entity) }
      fields.append((key: "NSFetchIndexDescriptions", value: builder.array(indexes)))
    }
    for (key, lists) in [("NSCompoundIndexes", entity.unnamedIndexNames), ("NSUniqueTuples", entity.uniquenessNames)]
    where !lists.isEmpty {
      let arrays = lists.map { names in builder.array(names.map { builder.string($0) }) }
      fields.append((key: key, value: builder.array(arrays)))
    }
    builder.fill(entities[ObjectIdentifier(entity)] ?? 0, ["NSEntityDescription"], fields)
  }

  private mutating func write(_ index: NSFetchIndexDescription, of entity: NSEntityDescription) -> Node {
    let place = builder.reserve()
    let elements = index.elements.map { element in
      builder.object(
        ["NSFetchIndexElementDescription"],
        [
          (key: "NSPropertyName", value: builder.string(element.propertyName)),
          (key: "NSFetchIndexElementType", value: .integer(Int64(element.collationType.rawValue))),
          (key: "NSAscending", value: .bool(element.isAscending)),
          (key: "NSFetchIndexDescription", value: .uid(place)),
        ]
      )
    }
    builder.fill(
      place, ["NSFetchIndexDescription"],
      [
        (key: "NSIndexName", value: builder.string(index.name)),
        (key: "NSIndexElements", value: builder.array(elements)),
        (key: "NSEntity", value: reference(to: entity)),
        (key: "NSPartialIndexPredicate", value: KeyedArchiveBuilder.null),
      ]
        + (index.partialIndexPredicate.flatMap(Self.format(of:)).map {
          [(key: ArchivedKeys.predicate, value: builder.string($0))]
        } ?? [])
    )
    return .uid(place)
  }

  /// The user info entries whose values are texts or numbers.
  mutating func userInfo(_ info: [AnyHashable: Any]?) -> Node {
    let entries = (info ?? [:]).compactMap { key, value in (key as? String).map { (key: $0, value: value) } }
    return builder.dictionary(
      entries.sorted { $0.key < $1.key }.compactMap { key, value in
        switch value {
        case let text as String: (key: key, value: builder.string(text))
        case let number as NSNumber: (key: key, value: builder.plain(.real(number.doubleValue)))
        default: nil
        }
      }
    )
  }
}
