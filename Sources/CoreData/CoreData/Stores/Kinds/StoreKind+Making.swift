import Foundation

extension StoreKind {
  /// Creates a store and copies the contents of another store into it, row by row.
  ///
  /// - Parameters:
  ///   - opening: the address of the new store, and the options to open it.
  ///   - own: the entries that the program has added to the metadata.
  /// - Throws: any error of the copying. The new store is then removed.
  func make(
    _ opening: StoreOpening, holding rows: any RowStore, _ own: [String: Any],
    progress: @escaping StoreTransfer.Progress = { _, _ in }
  ) throws -> OpenedStore {
    let opened = try open(opening)
    do {
      let metadata = own.isEmpty ? opened.metadata : try opened.metadata.replaced(by: own, type: type)
      let transfer = StoreTransfer(
        source: rows, destination: opened.rows, entities: opening.entityIndices, progress: progress)
      try transfer.run(metadata: own.isEmpty ? nil : metadata.propertyList)
      return OpenedStore(rows: opened.rows, metadata: metadata)
    } catch {
      opened.rows.close()
      // The store did not exist before, so remove it.
      if let url = opening.url { try? destroy(at: url) }
      throw error
    }
  }
}
