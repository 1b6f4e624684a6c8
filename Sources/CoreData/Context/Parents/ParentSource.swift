/// What stands in the place of the stores for a context that has a parent.
protocol ParentSource: RowStore, SaveTarget {}

/// What a context saves to: a store, or its parent.
protocol SaveTarget: AnyObject {
  var model: ModelLayout { get }

  /// - Throws: why nothing can be saved there.
  func checkWritable() throws

  /// Writes changes, or nothing when it throws.
  func save(_ changes: StoreChanges) throws -> StoreSaveResult
}

extension ParentSource {
  var isReadOnly: Bool { false }

  /// Whether the changes can be stored is asked when the parent saves them.
  func checkWritable() throws {}

  /// It goes with its context.
  func close() {}
}

extension NSPersistentStore: SaveTarget {
  var model: ModelLayout { rows.model }
}
