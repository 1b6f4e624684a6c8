import Foundation

/// The keys that a did-save notification or a batch request names, each once and without rows.
struct RemoteChanges {
  var inserted: [RowKey] = []
  var updated: [RowKey] = []
  var deleted: [RowKey] = []
  /// The writes of another process or coordinator that these keys cover completely.
  var external: [ExternalSpan] = []
  /// Whether the changes are a transaction of the persistent history.
  var isOfHistory = false

  /// The user info key that marks a notification made from the history.
  static let historyKey = "_NSPersistentHistoryTransaction"

  /// Reads object IDs, their URIs or objects, in arrays or sets, under the keys of either kind of did-save
  /// notification. A program may have combined several saves, so an object listed as deleted is ignored in the other
  /// lists.
  init(_ userInfo: [AnyHashable: Any], in context: NSManagedObjectContext) {
    var named: Set<RowKey> = []
    func keys(_ names: String...) -> [RowKey] {
      names.flatMap { Self.elements(userInfo[$0]) }.compactMap { Self.key($0, in: context) }
        .filter { named.insert($0).inserted }
    }
    deleted = keys(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    inserted = keys(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
    updated = keys(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
    external = userInfo[ExternalSpan.infoKey] as? [ExternalSpan] ?? []
    isOfHistory = userInfo[Self.historyKey] != nil
  }

  private static func elements(_ value: Any?) -> [Any] {
    switch value {
    case let set as Set<NSManagedObject>: Array(set)
    case let set as Set<NSManagedObjectID>: Array(set)
    case let array as [Any]: array
    case let set as NSSet: set.allObjects
    case let array as NSArray: array.map { $0 }
    case let set as Set<AnyHashable>: set.map(\.base)
    default: []
    }
  }

  private static func key(_ element: Any, in context: NSManagedObjectContext) -> RowKey? {
    let coordinator = context.graph.registry.coordinator
    let id: NSManagedObjectID? =
      switch element {
      case let object as NSManagedObject: object.makeID()
      case let id as NSManagedObjectID: id
      case let url as URL: coordinator?.managedObjectID(forURIRepresentation: url)
      case let url as NSURL: coordinator?.managedObjectID(forURIRepresentation: url as URL)
      default: nil
      }
    guard let id, !id.isTemporaryID, Int(id.key.entity) < context.graph.model.entities.count,
      context.graph.model[id.key].name == id.entity.name,
      id.storeIdentifier == coordinator?.store(holding: Int(id.key.entity))?.identifier
    else { return nil }
    return id.key
  }
}
