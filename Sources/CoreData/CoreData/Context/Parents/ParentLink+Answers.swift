/// The rows that a context provides to its children: its objects in their current state, saved or not.
extension ParentLink {
  /// Returns the row of an object as a child reads it; nil if the object does not exist or is deleted.
  func presentRow(_ key: RowKey) throws -> Row? {
    guard let object = changes.changedObject(for: key) else { return try graph.savedRow(key) }
    if object.flags.contains(.deleted) { return nil }
    // The stored row, which fetches use to search and sort, may be newer than the object's row.
    let isInserted = object.flags.contains(.inserted)
    let saved = isInserted ? nil : try (graph.isCurrent ? object.row : nil) ?? graph.savedRow(key) ?? object.row
    guard let own = object.unsavedValues ?? (isInserted ? object.kind.defaults : nil) else { return saved }
    var values = saved?.values ?? object.kind.defaults
    for slot in values.indices where slot < own.count && !object.layout.slots[slot].isTransient {
      if object.hasUnsavedValue(slot) { values[slot] = own[slot] }
    }
    return Row(key: object.key, version: object.row?.version ?? 0, values: values)
  }

  /// Does the same for several keys of one root entity, in their order.
  func presentRows(_ keys: [RowKey]) throws -> [Row?] {
    guard let first = keys.first else { return [] }
    guard changes.pending.hasChanges || superior != nil else {
      return try graph.requireRows(holding: Int(first.entity)).rows(for: keys)
    }
    var rows = [Row?](repeating: nil, count: keys.count)
    let unchanged = keys.indices.filter { changes.changedObject(for: keys[$0]) == nil && !graph.isUnsaved(keys[$0]) }
    if !unchanged.isEmpty {
      let saved = try graph.requireRows(holding: Int(first.entity)).rows(for: unchanged.map { keys[$0] })
      for (index, row) in zip(unchanged, saved) { rows[index] = row }
    }
    for index in keys.indices where changes.changedObject(for: keys[index]) != nil {
      rows[index] = try presentRow(keys[index])
    }
    return rows
  }
}
