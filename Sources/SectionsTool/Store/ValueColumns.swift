import CoreData

/// The values that are shown of each object.
struct ValueColumns {
  /// Nil for all attributes that are short.
  private let paths: [EntityKeyPath]?

  /// - Parameter keys: key paths from the entity; nil where the option is not given.
  init(_ keys: [String]?, of entity: NSEntityDescription, option: String) throws {
    var seen: Set<String> = []
    paths = try keys?.filter { seen.insert($0).inserted }.map {
      try EntityKeyPath($0, from: entity, for: option, to: "to show")
    }
  }

  /// The values by their key paths. Without key paths, those of the attributes but for data.
  func json(of object: NSManagedObject) throws -> JSON {
    if let paths { return .object(try paths.map { ($0.text, try $0.json(of: object)) }) }
    return .object(
      try Self.shortAttributes(of: object.entity).map { ($0, ValueText.json(try object.shownValue($0))) })
  }

  /// `  name: value` for each key path that was given.
  func text(of object: NSManagedObject) throws -> String {
    try (paths ?? []).map { "  \($0.text.printable): \(try $0.text(of: object))" }.joined()
  }

  /// The names of the columns that were given.
  var names: [String] { (paths ?? []).map(\.text) }

  /// The values of those columns, as cells of a table.
  func cells(of object: NSManagedObject) throws -> [String] { try (paths ?? []).map { try $0.cell(of: object) } }

  private static func shortAttributes(of entity: NSEntityDescription) -> [String] {
    entity.attributesByName.values.filter { attribute in
      !attribute.isTransient
        && ![.binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType]
          .contains(attribute.attributeType)
    }.map(\.name).sorted()
  }
}
