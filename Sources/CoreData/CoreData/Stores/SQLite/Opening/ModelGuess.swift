import Foundation

/// Guesses the model of a store that contains none, from the names that Core Data gives to tables and columns.
///
/// A column's name is the property's name in capitals, so the original case is lost. The tables do not say which
/// subentity declares a property, so the root entity gets all properties of its tree. The model is good only for
/// reading. A program that wrote with it would store a wrong model.
struct ModelGuess {
  let file: FileSchema
  let connection: Connection
  /// The declared column types, by table and column.
  let types: [String: [String: String]]
  /// The names of all indexes. Each to-one relationship has an index.
  let indexes: Set<String>
  /// The entities by their numbers in the store.
  private(set) var entities: [Int64: NSEntityDescription] = [:]
  /// The root entities and their tables.
  private(set) var roots: [(entity: NSEntityDescription, table: String)] = []
  /// The property names that are used in an inheritance tree, by root entity.
  private var taken: [ObjectIdentifier: Set<String>] = [:]

  init(_ file: FileSchema, on connection: Connection) throws {
    (self.file, self.connection) = (file, connection)
    types = try SchemaFit.types(on: connection)
    var indexes: Set<String> = []
    try connection.withStatement("SELECT name FROM sqlite_schema WHERE type = 'index'") {
      while try $0.step() { indexes.insert($0.text(at: 0)) }
    }
    self.indexes = indexes
    makeEntities()
  }

  /// The guessed model; nil if no entity has a table.
  ///
  /// - Parameter withRelationships: false to add only attributes, if a model with the guessed relationships does not
  ///   fit.
  /// - Complexity: O(rows), because the values of columns that may be relationships or UUIDs are read.
  mutating func model(withRelationships: Bool) throws -> NSManagedObjectModel? {
    guard !roots.isEmpty else { return nil }
    var references: [(NSRelationshipDescription, isOrdered: Bool)] = []
    for (entity, table) in roots {
      for column in file.columns[table] ?? [] {
        guard let name = Self.propertyName(of: column) else { continue }
        if withRelationships, let destination = try destination(of: column, named: name, in: table, of: entity) {
          let relationship = NSRelationshipDescription()
          (relationship.destinationEntity, relationship.maxCount) = (destination, 1)
          if add(relationship, named: name, to: entity) {
            references.append((relationship, hasOrder(column, in: table)))
          }
        } else if let type = try attributeType(of: column, in: table) {
          let attribute = NSAttributeDescription()
          attribute.attributeType = type
          attribute.allowsExternalBinaryDataStorage =
            try type == .binaryDataAttributeType && isExternal(column, in: table)
          add(attribute, named: name, to: entity)
        }
      }
    }
    if withRelationships {
      relateByJoinTables()
      relateByOwnerColumns()
      // Inverses come last, because their names are made up and must not take a name that a table contains.
      for (reference, isOrdered) in references { addInverse(of: reference, isOrdered: isOrdered) }
    }
    let model = NSManagedObjectModel()
    model.entities = file.entities.compactMap { entities[$0.number] }
    return model
  }

  // MARK: Entities

  /// The lowest entity number of Core Data's own entities, for history and synchronization.
  private static let firstOwnNumber: Int64 = 16001

  private mutating func makeEntities() {
    let rows = Dictionary(file.entities.filter { $0.number < Self.firstOwnNumber }.map { ($0.number, $0) }) { one, _ in
      one
    }
    var names: Set<String> = []
    for row in rows.values.sorted(by: { $0.number < $1.number }) where !row.name.isEmpty {
      guard let root = Self.root(of: row, rows), let table = table(of: root), names.insert(row.name).inserted else {
        continue
      }
      let entity = NSEntityDescription()
      entity.name = row.name
      entities[row.number] = entity
      if row.parent == 0 { roots.append((entity, table)) }
    }
    for row in rows.values.sorted(by: { $0.number < $1.number }) {
      if let entity = entities[row.number], let parent = entities[row.parent] { parent.subentities.append(entity) }
    }
    for (entity, _) in roots { taken[ObjectIdentifier(entity)] = [] }
  }

  /// - Returns: nil if a parent is missing, or if the parents form a cycle.
  private static func root(of row: FileSchema.Entity, _ rows: [Int64: FileSchema.Entity]) -> FileSchema.Entity? {
    var row = row
    for _ in 0...rows.count {
      if row.parent == 0 { return row }
      guard let parent = rows[row.parent] else { return nil }
      row = parent
    }
    return nil
  }

  private func table(of root: FileSchema.Entity) -> String? {
    let name = SchemaPlan.table(of: root.name, limit: nil)
    let columns = Set(file.columns[name] ?? [])
    return columns.isSuperset(of: ["Z_PK", "Z_ENT", "Z_OPT"]) ? name : nil
  }

  func root(of entity: NSEntityDescription) -> NSEntityDescription {
    var root = entity
    while let parent = root.superentity { root = parent }
    return root
  }

  // MARK: Properties

  /// The name of the property that a column holds; nil for Core Data's own columns and for companion columns.
  static func propertyName(of column: String) -> String? {
    guard column.hasPrefix("Z"), let first = column.dropFirst().first, first != "_", !first.isNumber else { return nil }
    let name = column.dropFirst().lowercased()
    // For some letters, the lower case of the capital is another letter.
    return "Z\(name.uppercased())" == column ? name : nil
  }

  /// - Returns: nil if Core Data declares the column type for no attribute.
  private func attributeType(of column: String, in table: String) throws -> NSAttributeType? {
    switch types[table]?[column] {
    case "INTEGER": return .integer64AttributeType
    case "FLOAT", "REAL", "DOUBLE": return .doubleAttributeType
    case "DECIMAL": return .decimalAttributeType
    case "TIMESTAMP": return .dateAttributeType
    case "VARCHAR", "TEXT": return .stringAttributeType
    case "BLOB": return try isUUID(column, in: table) ? .UUIDAttributeType : .binaryDataAttributeType
    default: return nil
    }
  }

  /// Whether the column's name ends like an identifier's and all its values have 16 bytes.
  private func isUUID(_ column: String, in table: String) throws -> Bool {
    guard ["ID", "IDENTIFIER"].contains(where: column.hasSuffix) else { return false }
    let (column, table) = (column.quotedIdentifier, table.quotedIdentifier)
    let found = try connection.integer(
      "SELECT min(typeof(\(column)) = 'blob' AND length(\(column)) = 16) FROM \(table) WHERE \(column) IS NOT NULL")
    return found == 1
  }

  /// Whether a column's data may be external: at least one value refers to a file, and every other value begins with
  /// the mark of inline data. The marks alone prove nothing, because any data may begin with the same byte.
  private func isExternal(_ column: String, in table: String) throws -> Bool {
    let (column, table) = (column.quotedIdentifier, table.quotedIdentifier)
    let first = "substr(\(column), 1, 1)"
    let namesFile = "(\(first) = x'0\(ExternalDataFolder.fileMark)' AND length(\(column)) = 38)"
    let found = try connection.integer(
      """
      SELECT max(\(namesFile)) AND min(typeof(\(column)) = 'blob'
        AND (\(first) = x'0\(ExternalDataFolder.inlineMark)' OR \(namesFile))) FROM \(table) WHERE \(column) IS NOT NULL
      """)
    return found == 1
  }

  /// Adds a property to an entity, unless the entity's tree already uses the name.
  ///
  /// - Returns: whether it was added.
  @discardableResult
  mutating func add(_ property: NSPropertyDescription, named name: String, to entity: NSEntityDescription) -> Bool {
    guard taken[ObjectIdentifier(root(of: entity)), default: []].insert(name).inserted else { return false }
    property.name = name
    property.isOptional = true
    entity.properties.append(property)
    return true
  }

  func has(_ name: String, in entity: NSEntityDescription) -> Bool {
    taken[ObjectIdentifier(root(of: entity))]?.contains(name) ?? false
  }
}
