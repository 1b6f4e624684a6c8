import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

// Short helpers for tests of all kinds of stores, which use rows without a context.

extension MusicStack {
  var rows: any RowStore { store.rows }
  var model: ModelLayout { coordinator.model.layout }

  func entity(_ name: String) throws -> EntityLayout {
    try #require(model.entitiesByName[name])
  }

  func slot(_ name: String, of entity: String) throws -> Int {
    try #require(self.entity(entity).slotsByName[name])
  }

  /// Makes a row that was never saved, with a temporary key: 1, 2, …
  func row(_ name: String, _ number: Int64, _ values: [String: Value] = [:]) throws -> Row {
    try row(RowKey(entity: entity(name).index, temporary: number), version: 0, values)
  }

  func row(_ key: RowKey, version: Int64, _ values: [String: Value]) throws -> Row {
    let layout = model[key]
    var slots = ContiguousArray(repeating: Value.null, count: layout.slots.count)
    for (name, value) in values { slots[try #require(layout.slotsByName[name])] = value }
    return Row(key: key, version: version, values: slots)
  }

  /// Inserts rows and returns their saved forms, in the same order.
  @discardableResult
  func insert(_ rows: Row...) throws -> [Row] {
    try store.save(StoreChanges(inserted: rows)).inserted
  }

  func key(_ name: String, _ number: Int64) throws -> RowKey {
    RowKey(entity: try entity(name).index, primaryKey: number)
  }

  func path(_ entity: String, _ names: String...) throws -> CompiledPath {
    var layout = try self.entity(entity)
    var slots: [Int] = []
    for name in names {
      let slot = try #require(layout.slotsByName[name])
      slots.append(slot)
      if case .toOne(let relationship) = layout.slots[slot].kind { layout = model.entities[relationship.destination] }
    }
    return CompiledPath(entity: try self.entity(entity).index, hops: slots.dropLast(), last: try #require(slots.last))
  }

  /// The primary keys of all rows of an entity and its subentities, in order.
  func keys(_ entity: String, by order: CompiledOrder = .byIdentity) throws -> [Int64] {
    try keys(RowQuery(entity: self.entity(entity), order: order))
  }

  func keys(_ query: RowQuery) throws -> [Int64] {
    rows.endReadTransaction()
    return try rows.keys(matching: query, groupedBy: nil).keys.map(\.primaryKey)
  }

  func related(_ relationship: String, of key: RowKey) throws -> [Int64] {
    rows.endReadTransaction()
    let slot = try #require(model[key].slotsByName[relationship])
    return try rows.related(slot, of: key).map(\.primaryKey)
  }

  /// Reads the saved row of a key in a new read transaction.
  func saved(_ key: RowKey) throws -> Row? {
    rows.endReadTransaction()
    return try rows.row(for: key)
  }

  func text(_ name: String, of key: RowKey) throws -> String? {
    let row = try saved(key)
    guard let row, case .string(let text) = row[try #require(model[key].slotsByName[name])] else { return nil }
    return text
  }
}
