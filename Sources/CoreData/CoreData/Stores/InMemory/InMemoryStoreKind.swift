import Foundation

/// Stores that live as long as their coordinator holds them. They have no file, even if they are given a URL.
struct InMemoryStoreKind: StoreKind {
  var type: String { NSInMemoryStoreType }

  func open(_ opening: StoreOpening) throws -> OpenedStore {
    let rows = InMemoryRowStore(
      model: opening.model, isReadOnly: opening.isReadOnly, derivations: try opening.derivations,
      history: opening.tracksHistory ? InMemoryHistory(preserved: opening.preservedSlots) : nil)
    let list = [NSStoreTypeKey: type]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    return OpenedStore(rows: rows, metadata: StoreMetadata(identifier: UUID().uuidString, propertyList: data))
  }

  func embeddedModel(at url: URL) throws -> NSManagedObjectModel? { throw noFile(url) }

  func metadata(at url: URL) throws -> StoreMetadata { throw noFile(url) }

  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws { throw noFile(url) }

  /// Returns true without migrating, because an in-memory store never holds rows of an older model.
  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool { true }

  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool { throw noFile(url) }

  /// Does nothing, because a store in memory has no file.
  func destroy(at url: URL) throws {}

  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws { throw noFile(url) }

  func replace(at destination: URL, withStoreAt source: URL) throws { throw noFile(source) }

  private func noFile(_ url: URL) -> NSError {
    .coreData(
      CocoaError.fileReadNoSuchFile.rawValue,
      "A store in memory is not at \(url.addressInMessages): it is reached through its coordinator only.",
      details: [NSFilePathErrorKey: url.addressInMessages]
    )
  }
}
