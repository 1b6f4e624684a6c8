import Foundation

/// Replaces a store, if there is one, with a copy of another store, row by row. The stores may be of different kinds.
package struct StoreReplacement {
  package let source: URL
  package let sourceKind: any StoreKind
  package let destination: URL
  package let destinationKind: any StoreKind
  /// The model to use if the source contains none.
  var model: NSManagedObjectModel?

  package init(
    source: URL, sourceKind: any StoreKind, destination: URL, destinationKind: any StoreKind,
    model: NSManagedObjectModel? = nil
  ) {
    self.source = source
    self.sourceKind = sourceKind
    self.destination = destination
    self.destinationKind = destinationKind
    self.model = model
  }

  /// - Throws: any error of the copying. The destination is then unchanged.
  func run() throws {
    try destinationKind.putStore(at: destination, timeout: StoreOpening.defaultTimeout, makeCopy(at:))
  }

  /// Creates the copy at a temporary address.
  package func makeCopy(at url: URL) throws {
    guard let model = try sourceKind.embeddedModel(at: source) ?? self.model else {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "\(source.addressInMessages) carries no model, so that it cannot be copied.")
    }
    let entities = Set(model.compile().layout.entities.indices)
    let from = try sourceKind.open(StoreOpening(url: source, model: model, entityIndices: entities, isReadOnly: true))
    defer { from.rows.close() }
    let own = from.metadata.dictionary(type: sourceKind.type).filter { !StoreMetadata.isOwn($0.key) }
    let opening = StoreOpening(url: url, model: model, entityIndices: entities)
    try destinationKind.make(opening, holding: from.rows, own).rows.close()
  }
}
