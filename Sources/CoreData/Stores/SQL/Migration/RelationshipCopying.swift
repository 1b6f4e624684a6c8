/// Writes the statements that fill what copying rows leaves empty: join tables, references that were kept at the other
/// end, and the places of destinations that had none.
package struct RelationshipCopying {
  package let tables: MigrationTables

  package init(tables: MigrationTables) {
    self.tables = tables
  }

  /// A reference that is filled from the other end, where each row may have one only.
  package struct Reference {
    /// A query that has a row when an object would have two.
    package let conflict: String
    package let statement: String
    package let entity: String
    package let relationship: String
    /// Why the migration fails then.
    package let reason: String
  }

  /// The rows of all join tables.
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
        // The condition ends the query where a parser may take what follows for one of a join.
        + "SELECT \(values.joined(separator: ", ")) FROM (\(links.query)) AS l WHERE TRUE ON CONFLICT DO NOTHING"
    }
  }

  /// References to objects whose relationship was stored at their end, or in a join table.
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
      // An implied reference is named by the relationship that it is the other end of.
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

  /// The places of the destinations of ordered relationships that had no order.
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
    /// The entity that declares it.
    let entity: StoredEntity
    let slot: Int
    let relationship: EntityLayout.Relationship
    let column: StoredColumn
    /// Whether the rows have been copied with it.
    let isCopied: Bool
    /// Whether its places, if it has any, are the former ones.
    let hasPlaces: Bool
  }

  /// Each to-one relationship once, of the entity that declares it.
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
