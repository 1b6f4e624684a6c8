/// An index that a store of a model has.
package struct IndexPlan {
  package struct Column {
    package let name: String
    /// Nil where nothing is said of the order.
    package var isAscending: Bool?
  }

  package private(set) var name: String
  package let table: String
  package let columns: [Column]
  package var isUnique = false
  /// The condition of the rows in the index; nil if it has all.
  var condition: IndexCondition?

  /// The indexes of all tables: of to-one relationships and entities, of join tables, of attributes, those that have a
  /// name, and the unique ones. Of several with one name, of which SQLite takes no notice of the case, the first is
  /// made; a unique one gets another name, since more than speed depends on it.
  package static func all(_ plan: SchemaPlan) -> [IndexPlan] {
    var names: Set<String> = []
    return plan.tables.flatMap { indexes(of: $0, plan) }.compactMap { index in
      var index = index
      while index.isUnique, names.contains(index.name.lowercased()) { index.name += "_" }
      return names.insert(index.name.lowercased()).inserted ? index : nil
    }
  }

  private static func indexes(of table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    let entities = plan.entities(of: table)
    var indexes = toOneColumns(of: entities, plan).map { column in
      IndexPlan(name: "\(table.name)_\(column)_INDEX", table: table.name, columns: [Column(name: column)])
    }
    if entities.count > 1 {
      indexes.append(
        IndexPlan(name: "\(table.name)_Z_ENT_INDEX", table: table.name, columns: [Column(name: "Z_ENT")]))
    }
    indexes += plan.joins(of: table).map { join in
      IndexPlan(
        name: "\(join.name)_\(join.keys[1])_INDEX", table: join.name,
        columns: [join.keys[1], join.keys[0]].map { Column(name: $0) }
      )
    }
    let makers = [attributeIndexes, unnamedIndexes, namedIndexes, uniqueIndexes]
    return indexes + makers.flatMap { make in entities.flatMap { make($0, table, plan) } }
  }

  /// The to-one columns in the table's order.
  private static func toOneColumns(of entities: [Int], _ plan: SchemaPlan) -> [String] {
    entities.flatMap { index in
      let entity = plan.model.layout.entities[index]
      let inherited = entity.parent.map { plan.model.layout.entities[$0].slots.count } ?? 0
      return entity.toOneSlots.filter { $0 >= inherited }.sorted {
        let (left, right) = (entity.slots[$0], entity.slots[$1])
        return left.isImplied == right.isImplied ? EntityOrder.precedes(left.name, right.name) : right.isImplied
      }.compactMap { plan.columns[index][$0]?.name }
    }
  }

  /// Attributes that are indexed by themselves. A compiled model has an index of the attribute's name besides.
  private static func attributeIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    let description = plan.model.entities[entity]
    let names = description.ownProperties.filter { $0.hasOwnIndex && $0 is NSAttributeDescription }.map(\.name)
    return names.filter { name in !description.indexes.contains { $0.name == name } }.sorted(by: EntityOrder.precedes)
      .compactMap { collated("Z_\(description.name ?? "")_\($0)", [($0, true)], entity, table, plan) }
  }

  /// Indexes of older models over several properties. Newer models list each a second time, under a name.
  private static func unnamedIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    let named = plan.model.entities[entity].indexes.map { $0.elements.compactMap(\.propertyName) }
    return plan.model.entities[entity].unnamedIndexNames.filter { !named.contains($0) }.compactMap { names in
      columns(names, entity, plan).map { columns in
        let name = ([table.name] + columns).joined(separator: "_")
        return IndexPlan(name: name, table: table.name, columns: columns.map { Column(name: $0) })
      }
    }
  }

  private static func namedIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    plan.model.entities[entity].indexes.compactMap { index in
      // An R-tree is a table of its own, see `RTreeIndex`.
      guard index.elements.allSatisfy({ $0.collationType == .binary }) else { return nil }
      let elements = index.elements.map { ($0.propertyName ?? "", $0.isAscending) }
      let name = "Z_\(plan.model.layout.entities[entity].name)_\(index.name)"
      guard var planned = collated(name, elements, entity, table, plan) else { return nil }
      if let predicate = index.partialIndexPredicate {
        // An index changes no answer: one whose condition has no words in SQL is of each row.
        planned.condition = IndexCondition(predicate.syntax, entity, plan)
      }
      return planned
    }
  }

  private static func uniqueIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    plan.model.entities[entity].uniquenessNames.compactMap { names in
      let name = (["Z_\(plan.model.layout.entities[entity].name)_UNIQUE"] + names).joined(separator: "_")
      var index = collated(name, names.map { ($0, true) }, entity, table, plan)
      index?.isUnique = true
      return index
    }
  }

  private static func collated(
    _ name: String, _ elements: [(property: String, isAscending: Bool)], _ entity: Int, _ table: SchemaPlan.Table,
    _ plan: SchemaPlan
  ) -> IndexPlan? {
    let layout = plan.model.layout.entities[entity]
    // A composite attribute has a column for each element.
    let elements = elements.flatMap { element in
      layout.valueSlots(named: [element.property])?.map { (layout.slots[$0].name, element.isAscending) }
        ?? [(element.property, element.isAscending)]
    }
    guard let columns = columns(elements.map(\.0), entity, plan) else { return nil }
    return IndexPlan(
      name: name, table: table.name,
      columns: zip(columns, elements).map { Column(name: $0, isAscending: $1.1) })
  }

  /// The columns of an entity's properties; nil when there are none or one of them has no column.
  private static func columns(_ names: [String], _ entity: Int, _ plan: SchemaPlan) -> [String]? {
    let layout = plan.model.layout.entities[entity]
    guard let slots = layout.valueSlots(named: names) else { return nil }
    let columns = slots.compactMap { plan.columns[entity][$0]?.name }
    return columns.count == slots.count && !columns.isEmpty ? columns : nil
  }
}

extension SchemaPlan {
  /// The join tables that are named after entities of a table.
  package func joins(of table: Table) -> [JoinPlan.Table] {
    joins.tables.filter { model.layout.entities[$0.owner].root == table.root }
  }
}
