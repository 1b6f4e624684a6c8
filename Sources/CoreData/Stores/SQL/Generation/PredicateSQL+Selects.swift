extension PredicateSQL {
  /// A `SELECT` over the objects that a path leads to from an object in scope, those that pass its filter.
  ///
  /// A row of a join table stands for its destination, without a look at the destination's table, as long as only its
  /// identity is needed.
  ///
  /// - Parameter columns: makes the SQL of what is selected, with the element in scope.
  mutating func select(
    _ objects: RelatedObjects, _ columns: (inout PredicateSQL) throws -> String
  ) throws -> String {
    guard selects.count <= Self.greatestSelectDepth else { throw Inexpressible() }
    selectCount += 1
    // The conditions on the elements may lie deeper than what their collection is compared with, whose scopes have the
    // same numbers and are not in sight here.
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

  /// Joins the tables on the way of a path and puts the element in scope.
  ///
  /// - Returns: the condition that ties the first of them to the object that the path starts from.
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
      // The step before it, if there was one, is only a way.
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

  /// Adds the table in which the destinations of a to-many relationship are found.
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
