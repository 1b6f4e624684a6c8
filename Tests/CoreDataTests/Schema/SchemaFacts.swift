@testable import CoreData

/// A schema as lines of text that can be compared.
enum SchemaFacts {
  static func facts(_ schema: StoreSchema) -> [String] {
    var facts: [String] = []
    for case let entity? in schema.entities {
      facts.append("\(entity.number) \(entity.layout.name) in \(entity.table)")
      for (slot, property) in entity.layout.slots.enumerated() {
        let key = "\(entity.layout.name).\(property.name)"
        if let column = entity.columns[slot] {
          facts.append("\(key) \(column.name) \(column.entityName ?? "-") \(column.orderName ?? "-")")
        }
        switch entity.toMany[slot] {
        case .inverse(let inverse): facts.append("\(key) through slot \(inverse)")
        case .join(let side):
          facts.append(
            "\(key) \(side.table) \(side.ownerColumn) \(side.destinationColumn) \(side.orderColumn ?? "-")"
          )
        case nil: break
        }
      }
    }
    return facts + schema.joinTables.map { "\($0.name) \($0.columns)" }
  }
}
