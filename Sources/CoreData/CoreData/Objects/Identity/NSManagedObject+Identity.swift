import Foundation

/// An object's key, entity and context.
extension NSManagedObject {
  /// The object's key. It changes once, when the object receives a permanent key.
  final var key: RowKey { identity.key }
  final var primaryKey: Int64 { identity.primaryKey }
  final var entityIndex: Int32 { identity.entityIndex }
  final var registry: ObjectRegistry? { identity.registry }

  final var liveContext: NSManagedObjectContext? { flags.contains(.withdrawn) ? nil : registry?.context }

  final var kind: ObjectKind {
    if let registry { return registry.kind(Int(entityIndex)) }
    guard let kind = mutableState().detachedKind else { fatalError("An object outside any context has its entity.") }
    return kind
  }

  final var layout: EntityLayout { kind.layout }

  final func makeID() -> NSManagedObjectID {
    if let known = identity.id { return known }
    identity.requireKey()
    let id = registry?.makeID(for: key) ?? NSManagedObjectID(key: key, origin: kind.unsavedOrigin)
    identity.keep(id)
    return id
  }

  /// The entity's name and the key, such as `Task p7`, for messages.
  final var objectName: String { objectID.shortName }

  /// The entity's and the property's name, such as `Task.title`, for messages.
  final func propertyName(_ slot: Int) -> String { "\(kind.layout.name).\(kind.layout.slots[slot].name)" }

  final func requireQueue() {
    if ConcurrencyDebug.isOn { liveContext?.requireQueue() }
  }
}
