import Foundation

/// What all objects of one entity have in common in a context, looked up once.
// Unchecked: what is lazy is filled on the context's queue.
final class ObjectKind: @unchecked Sendable {
  let entity: NSEntityDescription
  let layout: EntityLayout
  /// What a new object starts with.
  let defaults: ContiguousArray<Value>
  /// Unchecked: it is used on the context's queue only, and no access calls anything.
  @exclusivity(unchecked) private var accessors = AccessorPlaces()

  init(_ entity: NSEntityDescription) {
    self.entity = entity
    let slots = entity.layout.slots
    layout = entity.layout
    defaults = ContiguousArray(slots.map(\.defaultValue))
  }

  /// The class of the entity's objects: the one that the model names, if the program has it, else `NSManagedObject`.
  private(set) lazy var objectClass: NSManagedObject.Type = Self.objectClass(of: entity)

  /// Of the IDs of objects that no store has.
  private(set) lazy var unsavedOrigin = ObjectIDOrigin(entity: entity, store: nil)

  /// The rules that a value is checked by before it is saved.
  private(set) lazy var validation = ValidationPlan(of: entity, layout: layout)

  /// The place of the property that an accessor names.
  @inline(__always) func place(of name: StaticString) -> AccessorPlace {
    if name.hasPointerRepresentation, let place = accessors.place(at: UInt(bitPattern: name.utf8Start)) { return place }
    return findPlace(of: name)
  }

  @inline(never) private func findPlace(of name: StaticString) -> AccessorPlace {
    guard let slot = layout.slot(named: name.description) else { return AccessorPlace(slot: 0, form: .missing) }
    let place = AccessorPlace(slot: slot, form: layout.slots[slot].kind.accessorForm)
    if name.hasPointerRepresentation {
      accessors.remember(place, at: UInt(bitPattern: name.utf8Start), properties: layout.slots.count)
    }
    return place
  }

  static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    entity.namedClass ?? NSManagedObject.self
  }
}

extension EntityLayout.Kind {
  fileprivate var accessorForm: AccessorPlace.Form {
    guard case .attribute(let type) = self else { return .other }
    return switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: .integer
    case .doubleAttributeType, .floatAttributeType: .fraction
    default: .other
    }
  }
}
