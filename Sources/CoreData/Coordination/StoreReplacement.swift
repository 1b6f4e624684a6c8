import Foundation

/// Puts a copy of a store of one kind in the place of a store of another, or of none.
struct StoreReplacement {
  let source: URL
  let sourceKind: any StoreKind
  let destination: URL
  let destinationKind: any StoreKind
  /// For a source that carries no model.
  let model: NSManagedObjectModel

  /// - Throws: what failed; the destination is then as before.
  func run() throws {
    guard destinationKind.type == NSSQLiteStoreType else {
      _ = try destinationKind.rewrite(
        at: destination, ifStill: nil, timeout: StoreOpening.defaultTimeout, makeCopy(at:))
      return
    }
    let folder = destination.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent(destination.lastPathComponent)
    try makeCopy(at: copy)
    try destinationKind.replace(at: destination, withStoreAt: copy)
  }

  private func makeCopy(at url: URL) throws {
    let model = try sourceKind.embeddedModel(at: source) ?? self.model
    let entities = Set(model.compile().layout.entities.indices)
    let from = try sourceKind.open(
      StoreOpening(url: source, model: model, entityIndices: entities, isReadOnly: true))
    defer { from.rows.close() }
    let to = try destinationKind.open(StoreOpening(url: url, model: model, entityIndices: entities))
    defer { to.rows.close() }
    let own = from.metadata.dictionary(type: sourceKind.type).filter { !StoreMetadata.isOwn($0.key) }
    try StoreTransfer(source: from.rows, destination: to.rows, entities: entities)
      .run(metadata: to.metadata.replaced(by: own, type: destinationKind.type).propertyList)
  }
}
