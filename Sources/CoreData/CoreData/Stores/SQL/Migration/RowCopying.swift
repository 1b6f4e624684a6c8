/// Writes the statements that copy rows into the new tables, one for each entity that continues a former one.
///
/// Numbers of another type need no conversion in general: the new column takes them, and every integer is also a valid
/// floating-point and decimal number.
package struct RowCopying {
  package let tables: MigrationTables

  package init(tables: MigrationTables) {
    self.tables = tables
  }

  package var statements: [String] {
    tables.new.schema.entities.indices.compactMap { index in
      tables.stored(index).map { statement(for: $0.new, from: $0.old) }
    }
  }

  private func statement(for entity: StoredEntity, from former: StoredEntity) -> String {
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"].map(\.quotedIdentifier)
    var values = ["s.\"Z_PK\"", "\(entity.number)", "s.\"Z_OPT\""]
    for (slot, column) in entity.columns.enumerated() {
      guard let column else { continue }
      let formerSlot = tables.mapping.slots[entity.layout.index][slot]
      for (name, value) in pairs(slot, column, of: entity, formerSlot, of: former) where value != "NULL" {
        columns.append(name.quotedIdentifier)
        values.append(value)
      }
    }
    return "INSERT INTO \(entity.table.quotedIdentifier) (\(columns.joined(separator: ", "))) "
      + "SELECT \(values.joined(separator: ", ")) FROM \(tables.former(former.table)) AS s "
      + "WHERE s.\"Z_ENT\" = \(former.number)"
  }

  private func pairs(
    _ slot: Int, _ column: StoredColumn, of entity: StoredEntity, _ formerSlot: Int?, of former: StoredEntity
  ) -> [(name: String, value: String)] {
    switch entity.layout.slots[slot].kind {
    case .attribute:
      let presence = presence(ofElement: slot, of: entity, former)
      return [(column.name, attribute(entity.layout.slots[slot], column, formerSlot, of: former, presence))]
    case .toOne(let relationship):
      guard let formerSlot, case .toOne(let old) = former.layout.slots[formerSlot].kind,
        let formerColumn = former.columns[formerSlot]
      else { return [] }
      return reference(relationship, column, old, formerColumn)
    case .toMany: return []
    }
  }

  /// The condition that a row has a value for the composite attribute of an element. If the composite is nil, the
  /// element gets no default. Nil if the composite is new or mandatory, and for other attributes.
  private func presence(ofElement slot: Int, of entity: StoredEntity, _ former: StoredEntity) -> String? {
    let origins = tables.mapping.slots[entity.layout.index]
    guard let owner = entity.layout.slots[slot].owner, let old = origins[owner], entity.layout.slots[owner].isOptional
    else { return nil }
    let slots = Set(former.layout.parts(of: old) + entity.layout.parts(of: owner).compactMap { origins[$0] })
    let columns = slots.sorted().compactMap { former.columns[$0]?.name.quotedIdentifier }
    return columns.isEmpty ? nil : columns.map { "s.\($0) IS NOT NULL" }.joined(separator: " OR ")
  }

  /// - Parameter presence: the condition under which a missing value is replaced by the default; nil for always.
  private func attribute(
    _ slot: EntityLayout.Slot, _ column: StoredColumn, _ formerSlot: Int?, of former: StoredEntity,
    _ presence: String?
  ) -> String {
    var value = tables.dialect.literal(slot, isExternal: column.isExternal)
    if let presence, value != "NULL" { value = "CASE WHEN \(presence) THEN \(value) END" }
    // A derived attribute is computed anew, so a former value that does not fit its new type is not copied.
    guard let formerSlot, let formerColumn = former.columns[formerSlot],
      !slot.isDerived || slot.hasType(of: former.layout.slots[formerSlot])
    else { return value }
    var copied = "s.\(formerColumn.name.quotedIdentifier)"
    if case .attribute(let type) = slot.kind, case .attribute(let old) = former.layout.slots[formerSlot].kind,
      type != old
    {
      copied = tables.dialect.converted(copied, from: old, to: type)
    }
    guard tables.dialect.marksExternalData else { return filled(copied, value, slot, former.layout.slots[formerSlot]) }
    switch (tables.trustsExternal ? formerColumn.isExternal : column.isExternal, column.isExternal) {
    case (false, true):
      // Concatenation gives a text, so cast it to a blob.
      copied = "CASE WHEN \(copied) IS NOT NULL THEN CAST(X'01' || \(copied) AS BLOB) END"
    case (true, false):
      copied = "CASE WHEN substr(\(copied), 1, 1) = X'01' THEN substr(\(copied), 2) ELSE \(copied) END"
    case (true, true), (false, false): break
    }
    return filled(copied, value, slot, former.layout.slots[formerSlot])
  }

  /// Replaces NULL by the default value if the attribute was optional and no longer is.
  private func filled(
    _ copied: String, _ value: String, _ slot: EntityLayout.Slot, _ formerSlot: EntityLayout.Slot
  ) -> String {
    let mayBeMissing = formerSlot.mayBeNull && !slot.isOptional
    return mayBeMissing && value != "NULL" ? "coalesce(\(copied), \(value))" : copied
  }

  /// The columns of a reference: the destination's key, its entity number and the order key. A reference to an object
  /// of a removed entity becomes nil.
  private func reference(
    _ relationship: EntityLayout.Relationship, _ column: StoredColumn, _ old: EntityLayout.Relationship,
    _ formerColumn: StoredColumn
  ) -> [(name: String, value: String)] {
    let key = "s.\(formerColumn.name.quotedIdentifier)"
    let (kept, isComplete) = tables.numbers(of: old.destination, leadingTo: relationship.destination)
    guard !kept.isEmpty else { return [] }
    let destination = tables.old.entities[old.destination].map { tables.former($0.table) } ?? ""
    let found = "(SELECT d.\"Z_ENT\" FROM \(destination) AS d WHERE d.\"Z_PK\" = \(key))"
    let number = formerColumn.entityName.map { "coalesce(s.\($0.quotedIdentifier), \(found))" } ?? found
    let isKept = "\(key) IS NOT NULL AND \(number) IN (\(kept.map { "\($0.old)" }.joined(separator: ", ")))"
    func unlessLost(_ value: String) -> String { isComplete ? value : "CASE WHEN \(isKept) THEN \(value) END" }

    var pairs = [(name: column.name, value: unlessLost(key))]
    if let name = column.entityName {
      let cases = kept.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
      let isSingle = formerColumn.entityName == nil && kept.count == 1
      let value = isSingle ? "\(kept[0].new)" : "CASE \(number) \(cases) END"
      pairs.append((name, isComplete ? "CASE WHEN \(key) IS NOT NULL THEN \(value) END" : unlessLost(value)))
    }
    if let name = column.orderName, let formerName = formerColumn.orderName {
      pairs.append((name, unlessLost("s.\(formerName.quotedIdentifier)")))
    }
    return pairs
  }
}

extension EntityLayout.Slot {
  /// Whether both are attributes of one type.
  package func hasType(of other: EntityLayout.Slot) -> Bool {
    guard case .attribute(let type) = kind, case .attribute(let otherType) = other.kind else { return false }
    return type == otherType
  }
}
