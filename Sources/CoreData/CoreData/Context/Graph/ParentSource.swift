/// A child context's data source, in place of the stores.
protocol ParentSource: RowStore, SaveTarget {
  /// A number that grows with each change of the source's rows. Nil without a coordinator.
  var sourceNumber: Int? { get }
}

/// The target of a context's save: a store, or the context's parent.
protocol SaveTarget: AnyObject {
  var model: ModelLayout { get }

  /// - Throws: an error that says why the target cannot be written.
  func checkWritable() throws

  /// Writes all changes. If it throws, nothing is written.
  func save(_ changes: StoreChanges) throws -> StoreSaveResult
}

extension ParentSource {
  var isReadOnly: Bool { false }

  /// Does nothing, because the parent's own save finds out whether the changes can be stored.
  func checkWritable() throws {}

  /// Does nothing, because the source is released with its context.
  func close() {}
}

extension NSPersistentStore: SaveTarget {
  var model: ModelLayout { rows.model }
}
