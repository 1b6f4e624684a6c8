import Foundation

/// Creates the rows of an entity, and if wanted of its subentities, from the columns of a result.
///
/// Columns are matched to slots once, so reading a row needs no lookup by name.
final class RowReader: Sendable {
  /// The columns to select, in the order that the reader expects.
  let columns: [String]
  private let plans: [Plan]
  private let table: String
  private let context: ReadingContext

  /// The readers of one entity's rows.
  private final class Plan: Sendable {
    let number: Int64
    let layout: EntityLayout
    // Copied from the layout, because accessing them there would retain the layout for each row.
    let entity: Int
    let slotCount: Int
    let hasTransientSlots: Bool
    let readers: ContiguousArray<ColumnReader>

    init(number: Int64, layout: EntityLayout, readers: ContiguousArray<ColumnReader>) {
      self.number = number
      self.layout = layout
      entity = layout.index
      slotCount = layout.slots.count
      hasTransientSlots = !layout.transientSlots.isEmpty
      self.readers = readers
    }
  }

  /// - Parameter entities: the indices of the entities whose rows the result may contain.
  init(entities: some Sequence<Int>, alias: String, context: ReadingContext) throws {
    self.context = context
    var selected = SelectedColumns(["Z_PK", "Z_ENT", "Z_OPT"].map { "\(alias).\($0)" })
    plans = try entities.map { index in
      let stored = try context.schema.stored(index)
      var readers: ContiguousArray<ColumnReader> = []
      for (slot, property) in stored.layout.slots.enumerated() {
        guard let column = stored.columns[slot], let kind = ColumnKind(property, stored: column) else { continue }
        let number = try context.schema.entityNumberExpression(slot: slot, of: index, alias: alias)
        readers.append(
          ColumnReader(
            slot: slot, column: selected.place(of: "\(alias).\(column.name.quotedIdentifier)"), kind: kind,
            entityColumn: number.map { selected.place(of: $0) }
          )
        )
      }
      return Plan(number: stored.number, layout: stored.layout, readers: readers)
    }
    columns = selected.expressions
    table = try plans.first.map { try context.schema.stored($0.layout.index).table } ?? ""
  }

  /// Reads the statement's current row.
  func row(_ statement: Statement) throws -> Row {
    let primaryKey = try statement.primaryKey(at: 0, of: table)
    let plan = try plan(statement)
    let key = RowKey(entity: plan.entity, primaryKey: primaryKey)
    let context = context
    return try Row(key: key, version: statement.integer(at: 2), count: plan.slotCount) { values in
      // A transient property starts with its default value.
      if plan.hasTransientSlots {
        for slot in plan.layout.transientSlots { values[slot] = plan.layout.slots[slot].defaultValue }
      }
      // One `do` around all columns, because one for each column would retain what the error needs each time.
      var slot = 0
      do {
        for reader in plan.readers {
          slot = reader.slot
          values[slot] = try reader.value(statement, context)
        }
      } catch {
        throw ReadingError.reported(
          error, entity: plan.layout, primaryKey: primaryKey, property: plan.layout.slots[slot].name)
      }
    }
  }

  private func plan(_ statement: Statement) throws -> Plan {
    let number = statement.integer(at: 1)
    // A table has few entities, and usually all rows of a result have one.
    for plan in plans where plan.number == number { return plan }
    let entity = plans.first?.layout.name ?? ""
    throw StoredEntityNumbers.unknown(number, beside: entity, primaryKey: statement.integer(at: 0))
  }
}
