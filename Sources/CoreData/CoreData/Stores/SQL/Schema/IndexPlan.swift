/// An index of a store's tables, as the model requires it.
package struct IndexPlan {
  package struct Column {
    package let name: String
    /// The order of the column; nil if the statement does not declare one.
    package var isAscending: Bool?
  }

  package private(set) var name: String
  package let table: String
  package let columns: [Column]
  package var isUnique = false
  /// The condition of a partial index; nil if it contains all rows.
  var condition: IndexCondition?

  /// The indexes of all tables: on to-one relationships and entity numbers, on join tables, on single attributes, named
  /// indexes, and unique indexes. SQLite ignores the case of index names. If several indexes have one name, only the
  /// first is created, but a unique index is renamed instead, because it is needed for more than speed.
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

  /// The columns of to-one relationships, in the order of the table.
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

  /// The indexes of attributes that are marked as indexed. If the model also has an index with the attribute's name,
  /// that one is used instead.
  private static func attributeIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [IndexPlan] {
    let description = plan.model.entities[entity]
    let names = description.ownProperties.filter { $0.hasOwnIndex && $0 is NSAttributeDescription }.map(\.name)
    return names.filter { name in !description.indexes.contains { $0.name == name } }.sorted(by: EntityOrder.precedes)
      .compactMap { collated("Z_\(description.name ?? "")_\($0)", [($0, true)], entity, table, plan) }
  }

  /// Indexes over several properties as older models list them, without names. Newer models also list each as a named
  /// index.
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
      // An R-tree is not an index but a table of its own, see `RTreeIndex`.
      guard index.elements.allSatisfy({ $0.collationType == .binary }) else { return nil }
      let elements = index.elements.map { ($0.propertyName ?? "", $0.isAscending) }
      let name = "Z_\(plan.model.layout.entities[entity].name)_\(index.name)"
      guard var planned = collated(name, elements, entity, table, plan) else { return nil }
      if let predicate = index.partialIndexPredicate {
        // If SQL cannot express the condition, the index contains all rows, which changes no result.
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
    // A composite attribute has one column for each element.
    let elements = elements.flatMap { element in
      layout.valueSlots(named: [element.property])?.map { (layout.slots[$0].name, element.isAscending) }
        ?? [(element.property, element.isAscending)]
    }
    guard let columns = columns(elements.map(\.0), entity, plan) else { return nil }
    return IndexPlan(
      name: name, table: table.name,
      columns: zip(columns, elements).map { Column(name: $0, isAscending: $1.1) })
  }

  /// The columns of an entity's properties; nil if there are none, or if a property has no column.
  private static func columns(_ names: [String], _ entity: Int, _ plan: SchemaPlan) -> [String]? {
    let layout = plan.model.layout.entities[entity]
    guard let slots = layout.valueSlots(named: names) else { return nil }
    let columns = slots.compactMap { plan.columns[entity][$0]?.name }
    return columns.count == slots.count && !columns.isEmpty ? columns : nil
  }
}

extension SchemaPlan {
  /// The join tables whose names come from entities of the given table.
  package func joins(of table: Table) -> [JoinPlan.Table] {
    joins.tables.filter { model.layout.entities[$0.owner].root == table.root }
  }
}
