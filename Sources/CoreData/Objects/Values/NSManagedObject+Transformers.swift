import Foundation

/// Values that a transformer keeps as data.
extension NSManagedObject {
  /// The value of a transformable attribute. What was made of the stored data is kept with the object, so that it is
  /// the same object as long as the data is the same and the object is no fault.
  final func transformedValue(_ slot: Int) -> Any? {
    guard case .data(let data) = current(slot), let transformer = kind.layout.slots[slot].transformer else {
      return current(slot).boxed(as: .transformableAttributeType)
    }
    if let known = state?.transformed.value(slot, of: data) { return known }
    let value = transformer.value(of: data)
    if let value { mutableState().transformed.keep(value, slot, of: data) }
    return value
  }

  /// A value that the program sets, as a row has it. One that equals what is stored already is no change.
  final func untransformed(_ value: Any, _ slot: Int, _ transformer: AttributeTransformer) -> Value {
    let current = current(slot)
    // Not what is kept with the object: the program may have changed that in place.
    if case .data(let data) = current, let stored = transformer.value(of: data),
      let stored = PlainArchive.object(stored) as? NSObject, stored.isEqual(PlainArchive.object(value))
    {
      return current
    }
    return .opaque(OpaqueBox(value))
  }

  /// The values that a save hands to a store, those of transformable attributes as data.
  ///
  /// - Throws: 134030 (`NSPersistentStoreSaveError`), naming the attribute.
  final func storable(_ values: ContiguousArray<Value>) throws -> ContiguousArray<Value> {
    let layout = kind.layout
    guard !layout.transformedSlots.isEmpty else { return values }
    var values = values
    for slot in layout.transformedSlots {
      guard case .opaque(let box) = values[slot], let transformer = layout.slots[slot].transformer else { continue }
      let data = try transformer.storedData(of: box.object, propertyName(slot))
      values[slot] = .data(data)
      mutableState().transformed.keep(box.object, slot, of: data)
    }
    return values
  }
}
