extension PredicateSQL {
  /// A `SELECT` over the objects that a path leads to from an object in scope and that pass its filter.
  ///
  /// If only an object's identity is needed, a row of the join table is enough, and the object's table is not joined.
  ///
  /// - Parameter columns: returns the SQL of the selected columns. The element is in scope when it is called.
  mutating func select(
    _ objects: RelatedObjects, _ columns: (inout PredicateSQL) throws -> String
  ) throws -> String {
    guard selects.count <= Self.greatestSelectDepth else { throw Inexpressible() }
    selectCount += 1
    // The filter may be nested deeper than the comparison with the collection. The scopes of that comparison then use
    // the same numbers, so hide them meanwhile.
    let hidden = Array(scopes[objects.scope...])
    scopes.removeLast(hidden.count)
    selects.append(TableJoins(prefix: "s\(selectCount)_", in: schema))
    let correlation = try walk(objects)
    let columns = try columns(&self)
    let filter = objects.isUnfiltered ? nil : try condition(objects.filter)
    scopes.removeLast(scopes.count - objects.scope)
    scopes += hidden
    let from = selects.removeLast().fromClause
    return "SELECT \(columns) \(from) WHERE \(correlation)" + (filter.map { " AND (\($0.sql))" } ?? "")
  }

  /// Joins the tables along a path and puts the element in scope.
  ///
  /// - Returns: the condition that ties the first joined table to the object at the start of the path.
  private mutating func walk(_ objects: RelatedObjects) throws -> String {
    let select = selects.count - 1
    var correlation: String?
    var scope = objects.source
    var entity = objects.sourceEntity
    var hops: [Int] = []
    for slot in objects.steps {
      let layout = schema.model.entities[hopEnd(hops, from: entity)]
      if case .toOne = layout.slots[slot].kind {
        hops.append(slot)
        continue
      }
      let owner =
        try hops.last.map { last in
          try column(at: CompiledPath(entity: entity, hops: hops.dropLast(), last: last), of: scope).expression
        } ?? scopes[scope].identity
      let (element, condition) = try join(slot, of: layout, owner: owner, isFirst: correlation == nil, in: select)
      correlation = correlation ?? condition
      // The element of the previous step is no longer needed.
      scopes.removeLast(scopes.count - objects.scope)
      scopes.append(element)
      (scope, entity, hops) = (objects.scope, element.entity, [])
    }
    guard let correlation else { throw Inexpressible() }
    return correlation
  }

  private func hopEnd(_ hops: [Int], from entity: Int) -> Int {
    hops.reduce(entity) { entity, slot in
      guard case .toOne(let relationship) = schema.model.entities[entity].slots[slot].kind else { return entity }
      return relationship.destination
    }
  }

  /// Joins the table that holds the destinations of a to-many relationship.
  private mutating func join(
    _ slot: Int, of layout: EntityLayout, owner: String, isFirst: Bool, in select: Int
  ) throws -> (Scope, String) {
    guard case .toMany(let relationship) = layout.slots[slot].kind,
      let place = try schema.stored(layout.index).toMany[slot]
    else { throw Inexpressible() }
    let destination = try schema.stored(relationship.destination)
    let table: String
    let ownerColumn: String
    switch place {
    case .inverse(let inverse):
      table = destination.table
      ownerColumn = try schema.storedColumn(inverse, of: relationship.destination).name
    case .join(let side):
      table = side.table
      ownerColumn = side.ownerColumn
    }
    let condition = { (alias: String) in "\(alias).\(ownerColumn.quotedIdentifier) = \(owner)" }
    let alias = try selects[select].add(table, on: isFirst ? nil : condition)
    let identity: String
    var row: String?
    switch place {
    case .inverse:
      identity = TableJoins.key(of: alias)
      row = alias
    case .join(let side): identity = "\(alias).\(side.destinationColumn.quotedIdentifier)"
    }
    return (Scope(select: select, entity: relationship.destination, identity: identity, alias: row), condition(alias))
  }
}
