/// Writes the statements that run after the rows were copied. They fill join tables, references that the former store
/// kept at the other end, and missing order keys.
package struct RelationshipCopying {
  package let tables: MigrationTables

  package init(tables: MigrationTables) {
    self.tables = tables
  }

  /// A to-one reference that is computed from its inverse. Each row may get only one.
  package struct Reference {
    /// A query that returns a row if an object would get two references.
    package let conflict: String
    package let statement: String
    package let entity: String
    package let relationship: String
    /// The reason of the error if `conflict` returns a row.
    package let reason: String
  }

  /// The statements that fill the join tables.
  package var joins: [String] {
    zip(tables.new.plan.joins.tables, tables.new.joins).compactMap { planned, join in
      let links =
        FormerLinks(planned.relationship.entity, planned.relationship.slot, in: tables)
        ?? planned.inverse.flatMap { FormerLinks($0.entity, $0.slot, in: tables)?.swapped }
      guard let links else { return nil }
      var columns = [join.side.ownerColumn, join.side.destinationColumn]
      var values = ["a", "b"]
      for (column, value) in [
        (join.side.orderColumn, links.place), (join.inverseSide.orderColumn, links.inversePlace),
      ] {
        guard let column else { continue }
        columns.append(column)
        values.append(value)
      }
      return "INSERT INTO \(join.table.name.quotedIdentifier) "
        + "(\(columns.map(\.quotedIdentifier).joined(separator: ", "))) "
        // `WHERE TRUE` is needed because SQLite would otherwise parse `ON CONFLICT` as the `ON` of a join.
        + "SELECT \(values.joined(separator: ", ")) FROM (\(links.query)) AS l WHERE TRUE ON CONFLICT DO NOTHING"
    }
  }

  /// The to-one references that the former store kept in the destination's rows or in a join table.
  package var references: [Reference] {
    toOnes.compactMap { toOne in
      let entity = toOne.entity.layout
      guard !toOne.isCopied, let inverse = toOne.relationship.inverse,
        let links = FormerLinks(toOne.relationship.destination, inverse, in: tables),
        let target = tables.new.schema.entities[toOne.relationship.destination]
      else { return nil }
      var sets = ["\(toOne.column.name.quotedIdentifier) = l.a"]
      if let name = toOne.column.entityName {
        sets.append(
          "\(name.quotedIdentifier) = (SELECT t.\"Z_ENT\" FROM \(target.table.quotedIdentifier) AS t "
            + "WHERE t.\"Z_PK\" = l.a)"
        )
      }
      if let name = toOne.column.orderName { sets.append("\(name.quotedIdentifier) = l.p") }
      // Errors name an implied reference by the relationship whose inverse it is.
      let isImplied = entity.slots[toOne.slot].isImplied
      let owner = tables.new.schema.model.entities[toOne.relationship.destination]
      let names: (entity: String, relationship: String) =
        isImplied ? (owner.name, owner.slots[inverse].name) : (entity.name, entity.slots[toOne.slot].name)
      let table = toOne.entity.table.quotedIdentifier
      let numbers = entity.subtree.compactMap { tables.new.schema.entities[$0].map { "\($0.number)" } }
      return Reference(
        conflict: "SELECT b FROM (\(links.query)) AS l GROUP BY b HAVING count(DISTINCT a) > 1 LIMIT 1",
        statement: "UPDATE \(table) SET \(sets.joined(separator: ", ")) FROM (\(links.query)) AS l "
          + "WHERE \(table).\"Z_PK\" = l.b AND \(table).\"Z_ENT\" IN (\(numbers.joined(separator: ", ")))",
        entity: names.entity, relationship: names.relationship,
        reason: isImplied
          ? "\(names.entity).\(names.relationship) has no inverse, so that an object has one owner at most, and some had several"
          : "\(names.entity).\(names.relationship) leads to one object now, and some led to several"
      )
    }
  }

  /// The statements that number the destinations of relationships that were not ordered before.
  package var places: [String] {
    toOnes.compactMap { toOne in
      guard let place = toOne.column.orderName, !toOne.hasPlaces else { return nil }
      let (table, column) = (toOne.entity.table.quotedIdentifier, toOne.column.name.quotedIdentifier)
      let new = FormerLinks.newPlace(column, "\"Z_PK\"")
      return "UPDATE \(table) SET \(place.quotedIdentifier) = r.place FROM "
        + "(SELECT \"Z_PK\" AS k, \(new) AS place FROM \(table) WHERE \(column) IS NOT NULL) AS r "
        + "WHERE \(table).\"Z_PK\" = r.k"
    }
  }

  private struct ToOne {
    /// The entity that declares the relationship.
    let entity: StoredEntity
    let slot: Int
    let relationship: EntityLayout.Relationship
    let column: StoredColumn
    /// Whether the row copying has already filled the column.
    let isCopied: Bool
    /// Whether its order keys, if it has any, are the former ones.
    let hasPlaces: Bool
  }

  /// Every to-one relationship, listed once for the entity that declares it.
  private var toOnes: [ToOne] {
    tables.new.schema.entities.compactMap { $0 }.flatMap { entity in
      let inherited = entity.layout.parent.map { tables.new.schema.model.entities[$0].slots.count } ?? 0
      return entity.layout.toOneSlots.filter { $0 >= inherited }.compactMap { slot -> ToOne? in
        guard case .toOne(let relationship) = entity.layout.slots[slot].kind, let column = entity.columns[slot] else {
          return nil
        }
        let former = entity.layout.subtree.compactMap { index -> StoredColumn? in
          guard let stored = tables.stored(index)?.old, let formerSlot = tables.mapping.slots[index][slot] else {
            return nil
          }
          return stored.columns[formerSlot]
        }
        let links = relationship.inverse.flatMap { FormerLinks(relationship.destination, $0, in: tables) }
        return ToOne(
          entity: entity, slot: slot, relationship: relationship, column: column, isCopied: !former.isEmpty,
          hasPlaces: former.isEmpty ? links?.hasPlaces ?? false : former.allSatisfy { $0.orderName != nil }
        )
      }
    }
  }
}
