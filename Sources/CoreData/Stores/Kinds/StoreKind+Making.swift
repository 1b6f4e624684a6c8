import Foundation

extension StoreKind {
  /// Makes a store that holds what another does, row by row.
  ///
  /// - Parameters:
  ///   - opening: where it is made, and how it is opened.
  ///   - own: what the program keeps in the metadata.
  /// - Throws: what failed; then nothing is there.
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
      // It was not there before.
      if let url = opening.url { try? destroy(at: url) }
      throw error
    }
  }
}
