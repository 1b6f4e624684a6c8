import Foundation

/// The conditions that rows must meet for a migration. The query of each check returns a row if the condition is
/// violated.
package struct MigrationChecks {
  package let tables: MigrationTables

  package init(tables: MigrationTables) {
    self.tables = tables
  }

  package struct Check {
    package let query: String
    package let error: NSError
  }

  /// The checks before the migration: rows that the copying would skip, and numbers that do not fit their new type.
  package var before: [Check] {
    let numbers = Dictionary(grouping: tables.old.entities.compactMap { $0 }, by: \.table)
    var checks = numbers.sorted { $0.key < $1.key }.map { table, entities in
      let known = entities.map { "\($0.number)" }.joined(separator: ", ")
      return Check(
        query: "SELECT 1 FROM \(table.quotedIdentifier) WHERE \"Z_ENT\" IS NULL "
          + "OR \"Z_ENT\" NOT IN (\(known)) LIMIT 1",
        error: .coreData(
          NSMigrationError, "The table \(table) has rows of an entity that the store's model does not have."
        )
      )
    }
    for former in tables.old.entities.compactMap({ $0 }) {
      guard let now = tables.mapping.destinations[former.layout.index], tables.new.schema.entities[now] == nil else {
        continue
      }
      checks.append(
        Check(
          query: "SELECT 1 FROM \(former.table.quotedIdentifier) WHERE \"Z_ENT\" = \(former.number) LIMIT 1",
          error: .coreData(
            NSMigrationError,
            "The store has objects of \(former.layout.name), which are not in the configuration it is opened with."
          )
        )
      )
    }
    return checks + tables.new.schema.entities.compactMap { $0 }.flatMap(numberChecks)
  }

  /// Checks whether numbers fit the new types of their attributes.
  private func numberChecks(_ entity: StoredEntity) -> [Check] {
    guard let former = tables.stored(entity.layout.index)?.old else { return [] }
    return entity.layout.attributeSlots.compactMap { slot -> Check? in
      guard let formerSlot = tables.mapping.slots[entity.layout.index][slot], let column = former.columns[formerSlot],
        case .attribute(let type) = entity.layout.slots[slot].kind,
        case .attribute(let formerType) = former.layout.slots[formerSlot].kind,
        let (condition, rule) = Self.loss(of: column.name.quotedIdentifier, as: formerType, in: type),
        !tables.isDerived(slot, of: entity.layout)
      else { return nil }
      let (name, owner) = (entity.layout.slots[slot].name, entity.layout.name)
      return Check(
        query: "SELECT 1 FROM \(former.table.quotedIdentifier) WHERE \"Z_ENT\" = \(former.number) "
          + "AND (\(condition)) LIMIT 1",
        error: .coreData(
          NSMigrationError,
          "\(owner).\(name) holds \(rule) now, and there are objects with another number, which would be lost.",
          details: [
            "reason": "The new type of the attribute does not hold all of its numbers", "entity": owner,
            "attribute": name,
          ]
        )
      )
    }
  }

  /// The condition for rows whose number does not fit the attribute's new type, and a description of the numbers that
  /// fit. Nil if all fit.
  private static func loss(
    of column: String, as former: NSAttributeType, in type: NSAttributeType
  ) -> (condition: String, rule: String)? {
    if let limits = type.limits(of: former) {
      let (least, greatest) = (limits.lowerBound, limits.upperBound)
      return ("\(column) NOT BETWEEN \(least) AND \(greatest)", "each whole number from \(least) to \(greatest)")
    }
    guard former == .doubleAttributeType, type == .floatAttributeType else { return nil }
    let limit = NSAttributeType.beyondSingle
    // Half of infinity is infinity, which both types can hold. `CASE` excludes small numbers, because halving the
    // smallest may fail.
    let condition = "CASE WHEN abs(\(column)) >= \(limit) THEN \(column) / 2 <> \(column) ELSE FALSE END"
    return (condition, "numbers below \(limit)")
  }

  /// The checks after the migration: attributes that must have a value, and that could be nil before.
  package var after: [Check] {
    tables.new.schema.entities.compactMap { $0 }.flatMap { entity -> [Check] in
      guard let former = tables.stored(entity.layout.index)?.old else { return [] }
      return compositeChecks(entity, former)
        + entity.layout.attributeSlots.compactMap { slot -> Check? in
          let formerSlot = tables.mapping.slots[entity.layout.index][slot]
          let wasOptional = formerSlot.map { former.layout.slots[$0].mayBeNull } ?? true
          guard wasOptional, !entity.layout.slots[slot].isOptional, entity.layout.slots[slot].owner == nil,
            let column = entity.columns[slot],
            !tables.isDerived(slot, of: entity.layout)
          else { return nil }
          let name = entity.layout.slots[slot].name
          return Check(
            query: "SELECT 1 FROM \(entity.table.quotedIdentifier) WHERE \"Z_ENT\" = \(entity.number) "
              + "AND \(column.name.quotedIdentifier) IS NULL LIMIT 1",
            error: .coreData(
              NSMigrationError,
              "\(entity.layout.name).\(name) is not optional and has no default, and there are objects without a value "
                + "for it.",
              details: [
                "reason": "Validation error missing attribute values on mandatory destination attribute",
                "entity": entity.layout.name, "attribute": name,
              ]
            )
          )
        }
    }
  }
}

extension MigrationChecks {
  /// Checks composite attributes that must have a value, and elements that must have one if another element does.
  private func compositeChecks(_ entity: StoredEntity, _ former: StoredEntity) -> [Check] {
    entity.layout.slots.indices.compactMap { slot in
      guard let composite = entity.layout.slots[slot].composite, !entity.layout.slots[slot].isTransient,
        let condition = violation(of: composite, isMandatory: !entity.layout.slots[slot].isOptional, entity)
      else { return nil }
      let name = entity.layout.slots[slot].name
      return Check(
        query: "SELECT 1 FROM \(entity.table.quotedIdentifier) WHERE \"Z_ENT\" = \(entity.number) "
          + "AND (\(condition)) LIMIT 1",
        error: .coreData(
          NSMigrationError,
          "\(entity.layout.name).\(name) or one of its elements is not optional and has no default, and there are "
            + "objects without a value for it.",
          details: [
            "reason": "Validation error missing attribute values on mandatory destination attribute",
            "entity": entity.layout.name, "attribute": name,
          ]
        )
      )
    }
  }

  /// The condition for rows that violate the rules of a composite attribute; nil if there can be none.
  private func violation(of composite: CompositeLayout, isMandatory: Bool, _ entity: StoredEntity) -> String? {
    func column(_ slot: Int) -> String { entity.columns[slot]?.name.quotedIdentifier ?? "NULL" }
    let isEmpty = composite.slots.map { "\(column($0)) IS NULL" }.joined(separator: " AND ")
    if isEmpty.isEmpty { return nil }
    let inner = composite.elements.compactMap { element -> String? in
      switch element.content {
      case .value(let slot): element.isOptional ? nil : "\(column(slot)) IS NULL"
      case .composite(let inner):
        violation(of: inner, isMandatory: !element.isOptional, entity)
      }
    }
    let incomplete = inner.isEmpty ? nil : "NOT (\(isEmpty)) AND (\(inner.joined(separator: " OR ")))"
    return isMandatory ? incomplete.map { "\(isEmpty) OR \($0)" } ?? isEmpty : incomplete
  }
}

extension MigrationTables {
  func isDerived(_ slot: Int, of entity: EntityLayout) -> Bool {
    mapping.destination.entities[entity.index].propertiesByName[entity.slots[slot].name]
      is NSDerivedAttributeDescription
  }
}
