import Foundation

/// Values that a transformer converts to data for the store.
extension NSManagedObject {
  /// The value of a transformable attribute. The object caches the value made from the stored data, so that the
  /// program gets the same instance as long as the data is the same and the object is not a fault.
  final func transformedValue(_ slot: Int) -> Any? {
    guard case .data(let data) = current(slot), let transformer = kind.layout.slots[slot].transformer else {
      return current(slot).boxed(as: .transformableAttributeType)
    }
    if let known = state?.transformed.value(slot, of: data) { return known }
    let value = transformer.value(of: data)
    if let value { mutableState().transformed.keep(value, slot, of: data) }
    return value
  }

  /// The form in a row of a value that the program sets. If the value equals the stored one, it is the stored form,
  /// which is no change.
  final func untransformed(_ value: Any, _ slot: Int, _ transformer: AttributeTransformer) -> Value {
    let current = current(slot)
    // The cached value is not compared, because the program may have mutated it in place.
    if case .data(let data) = current, let stored = transformer.value(of: data),
      let stored = PlainArchive.object(stored) as? NSObject, stored.isEqual(PlainArchive.object(value))
    {
      return current
    }
    return .opaque(OpaqueBox(value))
  }

  /// The values in the form for a store, with the values of transformable attributes as data.
  ///
  /// - Throws: 134030 (`NSPersistentStoreSaveError`), which names the attribute.
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
