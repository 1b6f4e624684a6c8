import Foundation

/// A place where objects are saved, as its coordinator holds it.
///
/// The rows are behind `rows`; this class is what the rest of the interface names: the store's type, address,
/// identity and metadata. It is made by a coordinator and cannot be subclassed to any use.
public class NSPersistentStore: NSObject {
  /// What keeps the rows.
  let rows: any RowStore
  /// The indices of the entities that the store holds, in the model's layout.
  let entityIndices: Set<Int>

  private let state: Protected<State>
  private let fixed: StoreFacts
  private weak let coordinator: NSPersistentStoreCoordinator?

  private struct State {
    var url: URL?
    var refusesSaves: Bool
    var metadata: StoreMetadata
  }

  init(_ opened: OpenedStore, facts: StoreFacts, coordinator: NSPersistentStoreCoordinator) {
    rows = opened.rows
    entityIndices = facts.entityIndices
    fixed = facts
    self.coordinator = coordinator
    state = Protected(State(url: facts.url, refusesSaves: opened.rows.isReadOnly, metadata: opened.metadata))
    super.init()
  }

  /// The coordinator that added the store; nil once the coordinator is gone.
  public weak var persistentStoreCoordinator: NSPersistentStoreCoordinator? { coordinator }

  /// The name of the model configuration whose entities the store holds; `PF_DEFAULT_CONFIGURATION_NAME` for all.
  public var configurationName: String { fixed.configurationName ?? Self.defaultConfigurationName }

  /// The options that the store was added with.
  public var options: [AnyHashable: Any]? { fixed.options }

  /// The type of the store, such as `NSSQLiteStoreType`.
  public var type: String { fixed.type }

  /// Where the store is; nil for a store in memory that was given no address.
  public var url: URL? {
    get { state.withLock { $0.url } }
    @available(*, unavailable, message: "Use NSPersistentStoreCoordinator.setURL(_:for:).")
    set {}
  }

  /// The store's unique identity, the first part of the URIs of its objects.
  public var identifier: String! {
    get { state.withLock { $0.metadata.identifier } }
    @available(*, unavailable, message: "A store keeps the identity it was created with; its objects' URIs name it.")
    set {}
  }

  /// Whether saving to the store is refused.
  ///
  /// Setting it to false has no effect on a store that was opened for reading only.
  public var isReadOnly: Bool {
    get { state.withLock { $0.refusesSaves } }
    set { state.withLock { $0.refusesSaves = newValue || rows.isReadOnly } }
  }

  static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"
}
