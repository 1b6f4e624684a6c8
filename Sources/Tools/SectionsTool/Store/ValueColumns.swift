import CoreData

/// The columns that are shown for each object.
struct ValueColumns {
  /// The key paths of the columns; nil for all attributes except binary and transformable ones.
  private let paths: [EntityKeyPath]?

  /// - Parameters:
  ///   - keys: the key paths from the entity; nil if the option is not given.
  ///   - entity: the entity of the objects.
  ///   - option: the name of the option, for errors.
  init(_ keys: [String]?, of entity: NSEntityDescription, option: String) throws {
    var seen: Set<String> = []
    paths = try keys?.filter { seen.insert($0).inserted }.map {
      try EntityKeyPath($0, from: entity, for: option, to: "to show")
    }
  }

  /// Returns the values by key path. Without key paths, returns all attributes except binary and transformable ones.
  func json(of object: NSManagedObject) throws -> JSON {
    if let paths { return .object(try paths.map { ($0.text, try $0.json(of: object)) }) }
    return .object(
      try Self.shortAttributes(of: object.entity).map { ($0, ValueText.json(try object.shownValue($0))) })
  }

  /// Returns `  name: value` for each key path of the option.
  func text(of object: NSManagedObject) throws -> String {
    try (paths ?? []).map { "  \($0.text.printable): \(try $0.text(of: object))" }.joined()
  }

  /// The key paths of the option.
  var names: [String] { (paths ?? []).map(\.text) }

  /// Returns the values of these key paths as cells of a table.
  func cells(of object: NSManagedObject) throws -> [String] { try (paths ?? []).map { try $0.cell(of: object) } }

  private static func shortAttributes(of entity: NSEntityDescription) -> [String] {
    entity.attributesByName.values.filter { attribute in
      !attribute.isTransient
        && ![.binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType]
          .contains(attribute.attributeType)
    }.map(\.name).sorted()
  }
}
