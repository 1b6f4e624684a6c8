import Foundation

/// The identity of a managed object, good in every context and thread.
///
/// Until its object is first saved an ID is temporary; the save gives the object a permanent one. An ID keeps neither
/// its object nor its store alive.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: every stored property is a constant.
  let key: RowKey
  let origin: ObjectIDOrigin

  /// - Parameter origin: one without a store for a temporary key.
  init(key: RowKey, origin: ObjectIDOrigin) {
    self.key = key
    self.origin = origin
    super.init()
  }

  /// The identity of the store that holds the object; nil while the ID is temporary, which is unique by itself.
  final var storeIdentifier: String? { origin.storeIdentifier }

  /// The entity of the object.
  open var entity: NSEntityDescription { origin.entity }

  /// The store that holds the object; nil while the ID is temporary, or when the store was removed.
  open var persistentStore: NSPersistentStore? { origin.store }

  /// Whether the object has not been saved yet.
  open var isTemporaryID: Bool { key.isTemporary }

  /// The ID as a URI: `x-coredata://<store UUID>/<Entity>/p<primary key>`, or `x-coredata:///<Entity>/t…` while it is
  /// temporary. An entity name that cannot stand in a URI is a programming error.
  open func uriRepresentation() -> URL {
    let entityName = origin.entity.name ?? ""
    let text =
      if let storeIdentifier {
        "x-coredata://\(storeIdentifier)/\(entityName)/p\(key.primaryKey)"
      } else {
        "x-coredata:///\(entityName)/t\(Self.processIdentifier)\(key.temporaryNumber)"
      }
    guard
      let url = URL(string: text)
        ?? URL(string: text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "x-coredata:")
    else { fatalError("The entity name \(entityName) cannot stand in a URI.") }
    return url
  }

  /// Makes the temporary URIs of this process differ from those of any other.
  private static let processIdentifier = UUID().uuidString

  /// The ID itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return self === other || (key == other.key && storeIdentifier == other.storeIdentifier)
  }

  open override var hash: Int {
    // A plain number: a set of IDs hashes it well.
    Int(truncatingIfNeeded: key.primaryKey) &* 31 &+ Int(key.entity)
  }

  /// The address of the ID in memory, and the URI.
  open override var description: String {
    "\(Unmanaged.passUnretained(self).toOpaque()) <\(uriRepresentation().absoluteString)>"
  }

  /// `Task p7`, which also arrays and optional values print; `Task t3` while the ID is temporary.
  open override var debugDescription: String { shortName }

  /// The entity and the primary key, for messages.
  final var shortName: String {
    "\(origin.entity.name ?? "") " + (isTemporaryID ? "t\(key.temporaryNumber)" : "p\(key.primaryKey)")
  }
}

/// The part that the IDs of one entity's objects share, so that an ID costs one allocation.
// Unchecked: the entity is not changed any more once there are objects of it; a weak reference only ever becomes nil.
final class ObjectIDOrigin: @unchecked Sendable {
  let entity: NSEntityDescription
  private(set) weak var store: NSPersistentStore?
  /// Part of an ID's identity: two stores of one coordinator can hold the same key.
  let storeIdentifier: String?

  /// - Parameter store: where the objects are saved; nil for objects that are not.
  init(entity: NSEntityDescription, store: NSPersistentStore?) {
    self.entity = entity
    self.store = store
    storeIdentifier = store?.identifier
  }
}
