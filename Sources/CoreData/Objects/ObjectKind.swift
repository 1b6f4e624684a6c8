import Foundation

/// The data that all objects of one entity share in a context, looked up once.
// Unchecked: what is lazy is filled on the context's queue.
final class ObjectKind: @unchecked Sendable {
  let entity: NSEntityDescription
  let layout: EntityLayout
  /// The values that a new object starts with.
  let defaults: ContiguousArray<Value>

  /// Whether the objects are of `NSManagedObject` itself, whatever class the model names.
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

  /// The origin of the IDs of objects that no store has.
  private(set) lazy var unsavedOrigin = ObjectIDOrigin(entity: entity, store: nil)

  /// The rules that a value is checked by before it is saved.
  private(set) lazy var validation = ValidationPlan(of: entity, layout: layout)

  /// Makes an object that is in no context, of `objectClass`.
  func make() -> NSManagedObject {
    let objectClass = objectClass
    // Of a plain kind, or of a class that the program does not have, the model names another class.
    if objectClass == NSManagedObject.self {
      return NSManagedObject(entity: entity, insertInto: NSManagedObject.nowhere)
    }
    return objectClass.init(entity: entity, insertInto: nil)
  }

  static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    entity.namedClass ?? NSManagedObject.self
  }
}
