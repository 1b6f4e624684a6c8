import CoreData

extension StoreSchema {
  /// The type of a slot's column; nil for a slot that has none.
  func postgresType(_ slot: Int, of entity: Int) -> PostgresType? {
    guard entities[entity]?.columns[slot] != nil else { return nil }
    switch model.entities[entity].slots[slot].kind {
    case .attribute(let type): return PostgresType(type)
    case .toOne: return .int8
    case .toMany: return nil
    }
  }
}
