extension Row.Values {
  /// Takes the values of a row as a store reads them back: defaults for transient properties, permanent references.
  ///
  /// - Parameter permanent: gives the key under which a row is saved.
  package mutating func take(
    _ row: Row, of entity: EntityLayout, _ permanent: (RowKey) throws -> RowKey
  ) rethrows {
    for slot in 0..<row.count {
      if entity.slots[slot].isTransient {
        self[slot] = entity.slots[slot].defaultValue
      } else if case .reference(let key) = row[slot] {
        self[slot] = .reference(try permanent(key))
      } else {
        self[slot] = row[slot]
      }
    }
  }
}
