import Foundation

/// The identity of a managed object. It can be used in every context and on every thread.
///
/// An ID is temporary until its object is first saved; the save gives the object a permanent ID. An ID does not
/// retain its object or its store.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: every stored property is a constant.
  let key: RowKey
  let origin: ObjectIDOrigin

  /// - Parameter origin: the origin; it has no store if the key is temporary.
  init(key: RowKey, origin: ObjectIDOrigin) {
    self.key = key
    self.origin = origin
    super.init()
  }

  /// The identifier of the store that holds the object. Nil for a temporary ID, whose key is unique by itself.
  final var storeIdentifier: String? { origin.storeIdentifier }

  /// The entity of the object.
  open var entity: NSEntityDescription { origin.entity }

  /// The store that holds the object; nil for a temporary ID, or if the store was removed.
  open var persistentStore: NSPersistentStore? { origin.store }

  /// Whether the object has not been saved yet.
  open var isTemporaryID: Bool { key.isTemporary }

  /// The ID as a URI: `x-coredata://<store UUID>/<Entity>/p<primary key>`, or `x-coredata:///<Entity>/t…` for a
  /// temporary ID. An entity name that is not valid in a URI is a programming error.
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

  /// A part of temporary URIs that makes them differ from those of other processes.
  private static let processIdentifier = UUID().uuidString

  /// Returns the ID itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return self === other || (key == other.key && storeIdentifier == other.storeIdentifier)
  }

  open override var hash: Int {
    // A plain number is sufficient, because sets hash it again.
    Int(truncatingIfNeeded: key.primaryKey) &* 31 &+ Int(key.entity)
  }

  /// The memory address of the ID, and its URI.
  open override var description: String {
    "\(Unmanaged.passUnretained(self).toOpaque()) <\(uriRepresentation().absoluteString)>"
  }

  /// The entity's name and the key, such as `Task p7`, or `Task t3` for a temporary ID. Arrays and optionals print it
  /// too.
  open override var debugDescription: String { shortName }

  /// The entity and the primary key, for messages.
  final var shortName: String {
    "\(origin.entity.name ?? "") " + (isTemporaryID ? "t\(key.temporaryNumber)" : "p\(key.primaryKey)")
  }
}

/// The data that the IDs of one entity's objects share, so that an ID needs only one allocation.
// Unchecked: the entity is immutable once it has objects; a weak reference changes only to nil.
final class ObjectIDOrigin: @unchecked Sendable {
  let entity: NSEntityDescription
  private(set) weak var store: NSPersistentStore?
  /// A part of an ID's identity, because two stores of one coordinator can hold the same key.
  let storeIdentifier: String?

  /// - Parameter store: the store of saved objects; nil for unsaved objects.
  init(entity: NSEntityDescription, store: NSPersistentStore?) {
    self.entity = entity
    self.store = store
    storeIdentifier = store?.identifier
  }
}
