/// The names of tables and columns as they follow from a model and the numbers of its entities.
///
/// Both schemas start from it: a new store gets what is planned, an existing one is searched for it.
struct SchemaPlan {
  struct Table {
    let name: String
    /// The index of the root entity, whose tree the table holds.
    let root: Int
    /// In the order of a new table, without `Z_PK`, `Z_ENT` and `Z_OPT`.
    var columns: [Column] = []
  }

  struct Column {
    let name: String
    let type: ColumnType
    let place: ColumnPlace
  }

  let model: CompiledModel
  let dialect: any SQLDialect
  /// `Z_ENT` by the entity's index; nil where the store does not hold the entity.
  let numbers: [Int64?]
  /// By the root entity's index, in the model's order.
  private(set) var tables: [Table] = []
  /// By entity, then slot: as in `StoredEntity`.
  private(set) var columns: [[StoredColumn?]]
  let joins: JoinPlan

  /// Plans the tables of a store.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - numbers: the entities' numbers in the store, nil for those that it does not hold.
  /// - Throws: a `SchemaProblem` when a property cannot be stored or two tables get one name.
  init(_ model: CompiledModel, numbers: [Int64?], dialect: any SQLDialect) throws {
    self.model = model
    self.dialect = dialect
    self.numbers = numbers
    columns = Array(repeating: [], count: model.layout.entities.count)
    joins = try JoinPlan(model.layout, numbers: numbers, nameLimit: dialect.nameLimit)
    var names: Set<String> = Set(joins.tables.map(\.name))
    for root in model.layout.entities where root.root == root.index && numbers[root.index] != nil {
      let table = try planTable(of: root)
      guard names.insert(table.name).inserted else {
        throw SchemaProblem("two entities or relationships of the model need the table \(table.name)")
      }
      tables.append(table)
    }
  }

  /// The entities of a table, by index.
  func entities(of table: Table) -> [Int] {
    model.layout.entities[table.root].subtree.filter { numbers[$0] != nil }
  }

  /// The name of the table of a root entity.
  static func table(of entity: String, limit: Int?) -> String { "Z\(entity.uppercased())".shortened(to: limit) }

  private mutating func planTable(of root: EntityLayout) throws -> Table {
    let name = Self.table(of: root.name, limit: dialect.nameLimit)
    var table = Table(name: name, root: root.index)
    var names = ColumnNames(["Z_PK", "Z_ENT", "Z_OPT"], limit: dialect.nameLimit)
    for index in root.subtree where numbers[index] != nil {
      let entity = model.layout.entities[index]
      // The parent's columns are those of the same slots here.
      var stored: [StoredColumn?] = entity.parent.map { columns[$0] } ?? []
      let own = stored.count..<entity.slots.count
      stored += Array(repeating: nil, count: own.count)
      // The elements of a composite attribute stand where it would, in the order of their definition.
      let byName = own.filter { !entity.slots[$0].isTransient }.sorted {
        let (left, right) = (entity.property(of: $0), entity.property(of: $1))
        return left == right ? $0 < $1 : EntityOrder.precedes(entity.slots[left].name, entity.slots[right].name)
      }
      for slot in byName {
        guard case .attribute(let type) = entity.slots[slot].kind, entity.slots[slot].composite == nil else { continue }
        stored[slot] = try planAttribute(slot, type, of: entity, in: &table, &names)
      }
      for slot in byName {
        guard case .toOne(let relationship) = entity.slots[slot].kind else { continue }
        stored[slot] = try planToOne(slot, relationship, of: entity, in: &table, &names)
      }
      columns[index] = stored
    }
    table.columns.sort { $0.place < $1.place }
    return table
  }

  private func planAttribute(
    _ slot: Int, _ type: NSAttributeType, of entity: EntityLayout, in table: inout Table, _ names: inout ColumnNames
  ) throws -> StoredColumn {
    let (name, path) = (entity.slots[slot].name, entity.slots[slot].elementPath)
    let attribute = model.entities[entity.index].attribute(of: entity.slots[slot])
    guard let columnType = ColumnType(type) else {
      throw SchemaProblem("the attribute \(entity.name).\(name) has no type that a store can hold: make it transient")
    }
    let column = names.take("Z\((path?.last ?? name).uppercased())")
    let place = ColumnPlace(
      .init(type), entity: entity.index, isRelationship: false, name: path?.first ?? name,
      order: path == nil ? 0 : slot)
    table.columns.append(Column(name: column, type: columnType, place: place))
    return StoredColumn(name: column, isExternal: attribute?.keepsDataOutside ?? false)
  }

  private func planToOne(
    _ slot: Int, _ relationship: EntityLayout.Relationship, of entity: EntityLayout, in table: inout Table,
    _ names: inout ColumnNames
  ) throws -> StoredColumn {
    let name = entity.slots[slot].name
    let destination = model.layout.entities[relationship.destination]
    guard let number = numbers[destination.index] else {
      throw SchemaProblem("\(entity.name).\(name) leads to \(destination.name), which is not in the configuration")
    }
    func add(_ column: String, _ group: ColumnPlace.Group, isCompanion: Bool = false) -> String {
      let taken = names.take(column)
      let place = ColumnPlace(
        group, entity: entity.index, isRelationship: true, name: name, isCompanion: isCompanion
      )
      table.columns.append(Column(name: taken, type: .integer, place: place))
      return taken
    }
    var stored = StoredColumn(name: add("Z\(name.uppercased())", .integers))
    if destination.subtree.count > 1 {
      stored.entityName = add("Z\(number)_\(name.uppercased())", .integers, isCompanion: true)
    }
    if let inverse = relationship.inverse, case .toMany(let back) = destination.slots[inverse].kind, back.isOrdered {
      stored.orderName = add("Z_FOK_\(name.uppercased())", .orders)
    }
    return stored
  }
}

/// Gives out column names: the first of several equal ones is bare, the next get a number from 1.
struct ColumnNames {
  private var taken: Set<String>
  private let limit: Int?

  /// - Parameter limit: the greatest length of a name, in bytes; nil where there is none.
  init(_ reserved: Set<String> = [], limit: Int?) {
    taken = reserved
    self.limit = limit
  }

  mutating func take(_ name: String) -> String {
    var candidate = name.shortened(to: limit)
    var number = 0
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = (name + String(number)).shortened(to: limit)
    }
    return candidate
  }
}

extension String {
  /// The name itself, or what stands for one that is too long: its beginning, and a number made of all of it.
  ///
  /// - Parameter limit: the greatest length, in bytes of UTF-8; nil where there is none.
  func shortened(to limit: Int?) -> String {
    guard let limit, utf8.count > limit else { return self }
    // FNV-1a, so that the same name is shortened alike by every process.
    let hash = utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let number = "_" + String(hash, radix: 36, uppercase: true)
    var kept = ""
    for scalar in unicodeScalars {
      guard kept.utf8.count + UTF8.width(scalar) + number.utf8.count <= limit else { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + number
  }
}
