import Foundation

/// The data that all objects of one entity share in a context.
// Unchecked: the lazy properties are only initialized on the context's queue.
final class ObjectKind: @unchecked Sendable {
  let entity: NSEntityDescription
  let layout: EntityLayout
  /// The values that a new object starts with.
  let defaults: ContiguousArray<Value>

  /// Whether all objects are instances of `NSManagedObject` itself, whatever class the model names.
  private let isPlain: Bool

  init(_ entity: NSEntityDescription, isPlain: Bool = false) {
    self.entity = entity
    self.isPlain = isPlain
    let slots = entity.layout.slots
    layout = entity.layout
    defaults = ContiguousArray(slots.map(\.defaultValue))
  }

  /// The class of the entity's objects: the one that the model names, if the program has it, else `NSManagedObject`.
  private(set) lazy var objectClass: NSManagedObject.Type =
    isPlain ? NSManagedObject.self : Self.objectClass(of: entity)

  /// The origin of the IDs of unsaved objects.
  private(set) lazy var unsavedOrigin = ObjectIDOrigin(entity: entity, store: nil)

  /// The rules that validate values before a save.
  private(set) lazy var validation = ValidationPlan(of: entity, layout: layout)

  /// Creates an object of `objectClass` outside any context.
  func make() -> NSManagedObject {
    let objectClass = objectClass
    // If the kind is plain, or the program lacks the class, the model names another class than `NSManagedObject`.
    if objectClass == NSManagedObject.self {
      return NSManagedObject(entity: entity, insertInto: NSManagedObject.nowhere)
    }
    return objectClass.init(entity: entity, insertInto: nil)
  }

  static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    entity.namedClass ?? NSManagedObject.self
  }
}
