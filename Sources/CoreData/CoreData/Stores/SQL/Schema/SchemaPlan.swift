/// The names of tables and columns, planned from a model and the numbers of its entities.
///
/// A new store is created with these names. In an existing store they are searched.
package struct SchemaPlan {
  package struct Table {
    package let name: String
    /// The index of the root entity whose inheritance tree the table holds.
    package let root: Int
    /// The columns in the order of a new table, without `Z_PK`, `Z_ENT` and `Z_OPT`.
    package var columns: [Column] = []
  }

  package struct Column {
    package let name: String
    let type: ColumnType
    let place: ColumnPlace
  }

  /// A column for a to-many relationship without an inverse. It refers from the destination to the owner.
  struct Implied {
    /// The destination entity of the relationship, and the slot of the reference in it.
    let entity: Int
    let slot: Int
    /// The index of the root entity whose table has the column.
    let table: Int
  }

  package let model: CompiledModel
  let dialect: any SQLDialect
  /// `Z_ENT` by the entity's index; nil for entities that the store does not hold.
  let numbers: [Int64?]
  /// The tables, in the order of their root entities' indices.
  package private(set) var tables: [Table] = []
  /// The columns by entity and slot; nil for a slot without a column.
  package private(set) var columns: [[StoredColumn?]]
  /// The implied references, in the order of the entities that have them.
  private(set) var implied: [Implied] = []
  package let joins: JoinPlan

  /// Plans the tables of a store.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - numbers: the entities' numbers in the store; nil for entities that it does not hold.
  /// - Throws: a `SchemaProblem` if a property cannot be stored, or if two tables would have the same name.
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

  /// The indices of the entities whose rows are in a table.
  package func entities(of table: Table) -> [Int] {
    model.layout.entities[table.root].subtree.filter { numbers[$0] != nil }
  }

  /// The name of the table of a root entity.
  package static func table(of entity: String, limit: Int?) -> String { "Z\(entity.uppercased())".shortened(to: limit) }

  private mutating func planTable(of root: EntityLayout) throws -> Table {
    let name = Self.table(of: root.name, limit: dialect.nameLimit)
    var table = Table(name: name, root: root.index)
    var names = ColumnNames(["Z_PK", "Z_ENT", "Z_OPT"], limit: dialect.nameLimit)
    for index in root.subtree where numbers[index] != nil {
      let entity = model.layout.entities[index]
      // Inherited slots share the parent's columns.
      var stored: [StoredColumn?] = entity.parent.map { columns[$0] } ?? []
      let own = stored.count..<entity.slots.count
      stored += Array(repeating: nil, count: own.count)
      // Sorts by name. An element of a composite attribute is sorted by the composite's name, and then by its own slot.
      let byName = own.filter { !entity.slots[$0].isTransient }.sorted {
        let (left, right) = (entity.property(of: $0), entity.property(of: $1))
        return left == right ? $0 < $1 : EntityOrder.precedes(entity.slots[left].name, entity.slots[right].name)
      }
      for slot in byName {
        guard case .attribute(let type) = entity.slots[slot].kind, entity.slots[slot].composite == nil else { continue }
        stored[slot] = try planAttribute(slot, type, of: entity, in: &table, &names)
      }
      for isImplied in [false, true] {
        for slot in byName where entity.slots[slot].isImplied == isImplied {
          guard case .toOne(let relationship) = entity.slots[slot].kind else { continue }
          // The store may not hold the owners' entity.
          if isImplied, numbers[relationship.destination] == nil { continue }
          stored[slot] = try planToOne(slot, relationship, of: entity, in: &table, &names)
          if isImplied { implied.append(Implied(entity: index, slot: slot, table: root.index)) }
        }
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
    let isImplied = entity.slots[slot].isImplied
    let destination = model.layout.entities[relationship.destination]
    guard let number = numbers[destination.index] else {
      throw SchemaProblem(
        "\(entity.name).\(entity.slots[slot].name) leads to \(destination.name), which is not in the configuration")
    }
    // Apple names the column of an implied reference after the number of the owner's entity and the relationship.
    let back = relationship.inverse.map { destination.slots[$0].name } ?? ""
    let name = isImplied ? "\(number)\(back)" : entity.slots[slot].name
    func add(_ column: String, _ group: ColumnPlace.Group, isCompanion: Bool = false) -> String {
      let taken = names.take(column)
      let place = ColumnPlace(
        group, entity: entity.index, isRelationship: true, name: name, isCompanion: isCompanion, isImplied: isImplied
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

extension SchemaPlan {
  /// Adapts the columns of implied references to an existing file.
  ///
  /// A migration in place may have changed the number of the owner's entity, which is part of the column's name. If
  /// exactly one column has the relationship's name with another number, that column is used. Apple's stores are not
  /// known to have a companion column for the owner's entity, so it is dropped if the file lacks it.
  mutating func bindImplied(to file: FileSchema, tableNames: [Int: String]) {
    for reference in implied {
      guard let stored = columns[reference.entity][reference.slot], let table = tableNames[reference.table],
        let there = file.columns[table]
      else { continue }
      var bound = stored
      if !there.contains(stored.name), let found = other(reference, among: there) {
        bound.name = found
        if let order = stored.orderName, !there.contains(order) { bound.orderName = "Z_FOK_\(found.dropFirst())" }
      }
      if let companion = stored.entityName, !there.contains(companion) { bound.entityName = nil }
      rebind(reference, to: bound)
    }
  }

  /// Renames or drops the planned columns of an implied reference.
  mutating func rebind(_ reference: Implied, to bound: StoredColumn) {
    guard let stored = columns[reference.entity][reference.slot],
      let place = tables.firstIndex(where: { $0.root == reference.table })
    else { return }
    tables[place].columns = tables[place].columns.compactMap { column in
      if column.name == stored.name { return Column(name: bound.name, type: column.type, place: column.place) }
      if column.name == stored.orderName, let order = bound.orderName {
        return Column(name: order, type: column.type, place: column.place)
      }
      return column.name == stored.entityName && bound.entityName == nil ? nil : column
    }
    for index in model.layout.entities[reference.entity].subtree where reference.slot < columns[index].count {
      columns[index][reference.slot] = bound
    }
  }

  /// A column that differs from the planned name only by the entity number, and that no other property of the model
  /// uses.
  private func other(_ reference: Implied, among there: [String]) -> String? {
    guard case .toOne(let relationship) = model.layout.entities[reference.entity].slots[reference.slot].kind,
      let back = relationship.inverse
    else { return nil }
    func name(_ owner: Int, _ slot: Int) -> String { model.layout.entities[owner].slots[slot].name.uppercased() }
    let wanted = name(relationship.destination, back)
    let rivals = implied.count { other in
      guard other.table == reference.table,
        case .toOne(let relationship) = model.layout.entities[other.entity].slots[other.slot].kind
      else { return false }
      return relationship.inverse.map { name(relationship.destination, $0) } == wanted
    }
    let planned = Set(tables.first { $0.root == reference.table }?.columns.map(\.name) ?? [])
    let found = there.filter { column in
      guard !planned.contains(column), column.hasPrefix("Z"), column.hasSuffix(wanted) else { return false }
      let number = column.dropFirst().dropLast(wanted.count)
      return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return rivals == 1 && found.count == 1 ? found[0] : nil
  }
}

/// Makes column names unique. The first of several equal names is used unchanged, and the next ones get a number from
/// 1.
struct ColumnNames {
  private var taken: Set<String>
  private let limit: Int?

  /// - Parameter limit: the greatest length of a name, in bytes; nil for no limit.
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
  /// The name itself or, if it is too long, its beginning followed by a hash of the whole name.
  ///
  /// - Parameter limit: the greatest length in UTF-8 bytes; nil for no limit.
  package func shortened(to limit: Int?) -> String {
    guard let limit, utf8.count > limit else { return self }
    // FNV-1a is stable, so every process shortens a name in the same way.
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
