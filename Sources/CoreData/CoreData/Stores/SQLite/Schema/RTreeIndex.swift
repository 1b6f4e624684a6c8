/// An R-tree index of numeric columns, in the form of Apple's Core Data: a virtual table with an entry for each row,
/// and three triggers that keep it up to date.
struct RTreeIndex: Equatable {
  let name: String
  /// The name of the indexed table.
  let table: String
  /// The indexed columns, one to five.
  let columns: [String]

  /// The prefix of all R-tree names.
  static let start = "Z_RT_"

  /// The `userInfo` key of a location attribute that lists its component attributes. Apple's framework creates an
  /// R-tree for them.
  private static let componentsKey = "_NSLocationAttributeDerivedComponents"

  /// The R-trees for a store's model.
  static func all(_ plan: SchemaPlan) -> [RTreeIndex] {
    var names: Set<String> = []
    return plan.tables.flatMap { table in
      plan.entities(of: table).flatMap { entity in
        wanted(plan.model.entities[entity]).compactMap { index -> RTreeIndex? in
          let name = "\(start)\(plan.model.layout.entities[entity].name)_\(index.name)"
          return RTreeIndex(name, table, index.keys, entity, plan)
        }
      }
    }.filter { names.insert($0.name.lowercased()).inserted }
  }

  private static func wanted(_ entity: NSEntityDescription) -> [(name: String, keys: [String])] {
    let indexes = entity.indexes.filter { index in
      !index.elements.isEmpty && index.elements.allSatisfy { $0.collationType == .rTree }
    }.map { (name: $0.name, keys: $0.elements.compactMap(\.propertyName)) }
    let places = entity.ownProperties.compactMap { property -> (name: String, keys: [String])? in
      guard let components = property.userInfo?[componentsKey] as? String else { return nil }
      let keys = components.split(separator: ",").map { part in String(part.filter { !$0.isWhitespace }) }
      return (property.name, keys)
    }
    return indexes + places.filter { place in !indexes.contains { $0.name == place.name } }
  }

  /// - Returns: nil if a property is not a number with a column, or if a name would have to be quoted.
  private init?(_ name: String, _ table: SchemaPlan.Table, _ keys: [String], _ entity: Int, _ plan: SchemaPlan) {
    let layout = plan.model.layout.entities[entity]
    let columns = keys.compactMap { key -> String? in
      guard let slot = layout.slotsByName[key], case .attribute(let type) = layout.slots[slot].kind,
        type.isInteger || [.doubleAttributeType, .floatAttributeType, .dateAttributeType].contains(type)
      else { return nil }
      return plan.columns[entity][slot]?.name
    }
    guard columns.count == keys.count, (1...5).contains(columns.count),
      ([name, table.name] + columns).allSatisfy(Self.isPlain)
    else { return nil }
    (self.name, self.table, self.columns) = (name, table.name, columns)
  }

  /// Whether a name can be used in SQL without quotes. Apple's framework quotes no names in the statements of an
  /// R-tree, and `SchemaTrust` compares these texts. An R-tree with another name is not created, which changes no
  /// result.
  private static func isPlain(_ name: String) -> Bool {
    name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// - Parameters:
  ///   - creation: the statement that created a virtual table.
  ///   - table: the table that it is supposed to index.
  /// - Returns: nil if the statement does not create an R-tree of this form.
  init?(_ creation: String, of table: String) {
    let parts = creation.split(separator: " (", maxSplits: 1)
    guard parts.count == 2, parts[1].hasSuffix(")"),
      let name = parts[0].split(separator: " ").dropFirst(3).first.map(String.init)
    else { return nil }
    let fields = parts[1].dropLast().split(separator: ", ").dropFirst().map { $0.split(separator: " ").first ?? "" }
    let columns = stride(from: 0, to: fields.count, by: 2).map { String(fields[$0].dropLast(4)) }
    guard (1...5).contains(columns.count) else { return nil }
    (self.name, self.table, self.columns) = (name, table, columns)
    guard self.creation == creation, name.hasPrefix(Self.start) else { return nil }
  }

  var creation: String {
    let ranges = columns.flatMap { ["\($0)_MIN FLOAT", "\($0)_MAX FLOAT"] }.joined(separator: ", ")
    return "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(ranges))"
  }

  /// The triggers' names and statements.
  var triggers: [(name: String, statement: String)] {
    let entry = "\(name) (Z_PK, \(ranges)) VALUES (NEW.Z_PK, \(values))"
    return [
      ("INSERT", "INSERT OR REPLACE INTO \(entry) "),
      ("UPDATE", "DELETE FROM \(name) WHERE Z_PK = NEW.Z_PK ; INSERT INTO \(entry) "),
      ("DELETE", "DELETE FROM \(name) WHERE Z_PK = OLD.Z_PK "),
    ].map { event, body in
      let trigger = "\(name)_\(event)"
      return (trigger, "CREATE TRIGGER \(trigger) AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(body); END")
    }
  }

  /// The statement that indexes the existing rows.
  var filling: String {
    let values = columns.flatMap { [$0, $0] }.joined(separator: ", ")
    return "INSERT INTO \(name) (Z_PK, \(ranges)) SELECT Z_PK, \(values) FROM \(table)"
  }

  private var ranges: String { columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }.joined(separator: ", ") }

  /// The values with Apple's spaces, because trigger texts are compared.
  private var values: String {
    columns.enumerated().map { $0 == 0 ? "NEW.\($1) ,NEW.\($1)" : "NEW.\($1), NEW.\($1)" }.joined(separator: ", ")
  }
}

extension Connection {
  /// Whether SQLite was built with R-trees. Without them, a store is created without these indexes, which changes no
  /// result.
  var supportsRTrees: Bool {
    (try? integer("SELECT sqlite_compileoption_used('ENABLE_RTREE')")) == 1
  }

  /// Creates R-trees with their triggers, and indexes the existing rows.
  func make(_ indexes: [RTreeIndex]) throws {
    guard !indexes.isEmpty, supportsRTrees else { return }
    for index in indexes {
      try execute(index.creation)
      try execute(index.filling)
      for trigger in index.triggers { try execute(trigger.statement) }
    }
  }
}
