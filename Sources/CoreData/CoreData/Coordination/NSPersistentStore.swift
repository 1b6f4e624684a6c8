import Foundation

/// A persistent store, as seen by its coordinator.
///
/// This class has the public properties: type, address, identity and metadata. The rows are accessed through `rows`.
/// Only coordinators create stores; programs cannot define their own.
public class NSPersistentStore: NSObject {
  /// The implementation that stores the rows.
  let rows: any RowStore
  private let facts: StoreFacts
  private let state: Protected<State>
  private weak var coordinator: NSPersistentStoreCoordinator?
  private let origins = Protected<[Int: ObjectIDOrigin]>([:])

  private struct State {
    var url: URL?
    var refusesSaves: Bool
    var metadata: StoreMetadata
    /// Whether the metadata was changed and is not saved yet.
    var metadataIsDirty = false
    /// The metadata property list in the store, if it has an older form; otherwise nil.
    var former: Data?
  }

  init(_ opened: OpenedStore, facts: StoreFacts, coordinator: NSPersistentStoreCoordinator) {
    rows = opened.rows
    self.facts = facts
    self.coordinator = coordinator
    state = Protected(
      State(
        url: facts.url, refusesSaves: opened.rows.isReadOnly, metadata: opened.metadata, former: opened.storedList))
    super.init()
  }

  /// The coordinator that added the store; nil if it was deallocated.
  public weak var persistentStoreCoordinator: NSPersistentStoreCoordinator? { coordinator }

  /// The name of the model configuration whose entities the store holds; `PF_DEFAULT_CONFIGURATION_NAME` for all
  /// entities.
  public var configurationName: String { facts.configurationName ?? Self.defaultConfigurationName }

  /// The options that the store was added with.
  public var options: [AnyHashable: Any]? { facts.options }

  /// The type of the store, such as `NSSQLiteStoreType`.
  public var type: String { facts.type }

  /// The address of the store; nil for an in-memory store without an address.
  public var url: URL? {
    get { state.withLock { $0.url } }
    @available(*, unavailable, message: "Use NSPersistentStoreCoordinator.setURL(_:for:).")
    set {}
  }

  /// The store's unique identity. It is the first part of its objects' URIs.
  public var identifier: String! {
    get { state.withLock { $0.metadata.identifier } }
    @available(*, unavailable, message: "A store keeps the identity it was created with: its objects' URIs name it.")
    set {}
  }

  /// Whether the store refuses saves. It cannot be set to false for a store that was opened read-only.
  public var isReadOnly: Bool {
    get { state.withLock { $0.refusesSaves } }
    set { state.withLock { $0.refusesSaves = newValue || rows.isReadOnly } }
  }

  /// The store's metadata, including unsaved changes. A new value is written with the next save; a read-only store
  /// keeps it until the store is writable. Setting a value that is not a property list is a programming error. The
  /// version hashes and the other keys that identify the store's model cannot be changed.
  ///
  /// - Complexity: O(size of the metadata). The store is not read.
  public var metadata: [String: Any]! {
    get { currentMetadata.dictionary(type: type) }
    set { if let newValue { changeMetadata(to: newValue) } }
  }

  static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"
}

extension NSPersistentStore {
  /// The indices of the entities that the store holds, in the model's layout.
  var entityIndices: Set<Int> { facts.entityIndices }

  /// The ID of a row of this store.
  func objectID(for key: RowKey) -> NSManagedObjectID {
    NSManagedObjectID(key: key, origin: origin(of: Int(key.entity)))
  }

  /// The shared part of the IDs of an entity's rows, created at the first call.
  func origin(of entity: Int) -> ObjectIDOrigin {
    if let known = origins.withLock({ $0[entity] }) { return known }
    guard let entities = coordinator?.model.compile().entities else {
      fatalError("The coordinator of the store is gone: keep it as long as its objects.")
    }
    let origin = ObjectIDOrigin(entity: entities[entity], store: self)
    return origins.withLock { origins in
      if let known = origins[entity] { return known }
      origins[entity] = origin
      return origin
    }
  }

  var currentMetadata: StoreMetadata { state.withLock { $0.metadata } }

  /// Whether the metadata was changed and is not saved yet.
  var hasUnsavedMetadata: Bool { state.withLock { $0.metadataIsDirty } }

  func changeMetadata(to dictionary: [String: Any]) {
    state.withLock { state in
      do {
        state.metadata = try state.metadata.replaced(by: dictionary, type: type)
        state.metadataIsDirty = true
      } catch {
        fatalError(error.localizedDescription)
      }
    }
  }

  func setURL(_ url: URL) -> Bool {
    state.withLock { state in
      if facts.type == NSInMemoryStoreType { state.url = url }
      return state.url == url
    }
  }

  /// - Throws: an error that says why the store cannot be saved to.
  func checkWritable() throws {
    // For a store whose rows are read-only, an empty save throws the specific reason.
    if rows.isReadOnly { _ = try rows.save(StoreChanges()) }
    guard isReadOnly else { return }
    throw NSError.coreData(
      CocoaError.fileWriteNoPermission.rawValue,
      "The store at \(url?.addressInMessages ?? "no address") was made read only.",
      details: [NSAffectedStoresErrorKey: [self]]
    )
  }

  /// Writes changes, and the metadata if it was changed. Writes nothing if it throws.
  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    try checkWritable()
    let (metadata, renewal) = state.withLock { state in
      (
        state.metadataIsDirty ? state.metadata.propertyList : nil,
        state.metadataIsDirty ? nil : state.former.map { (former: $0, new: state.metadata.propertyList) }
      )
    }
    var changes = changes
    changes.metadata = metadata
    changes.renewal = renewal
    let result = try rows.save(changes)
    state.withLock { state in
      state.former = nil
      // The metadata may have been changed again meanwhile.
      if state.metadata.propertyList == metadata { state.metadataIsDirty = false }
    }
    return result
  }
}

/// The properties of a store that are fixed when its coordinator adds it.
struct StoreFacts {
  let type: String
  let url: URL?
  let configurationName: String?
  let entityIndices: Set<Int>
  let options: [AnyHashable: Any]?
}
