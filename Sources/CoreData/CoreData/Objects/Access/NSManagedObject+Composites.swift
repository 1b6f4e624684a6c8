import Foundation

/// Composite attributes. The slots of their elements hold the values.
extension NSManagedObject {
  /// The value of a composite attribute; nil if all its elements are nil.
  final func compositeValue(_ slot: Int) -> [String: Any]? {
    kind.layout.slots[slot].composite?.dictionary { boxedValue($0) }
  }

  /// Sets all elements of a composite attribute. A value that is not a dictionary of its elements is a programming
  /// error.
  final func setComposite(_ value: Any?, _ slot: Int) {
    for (slot, value) in elementValues(value, slot) { setCurrent(unboxedAttribute(value, slot), slot) }
  }

  /// Sets all elements of a composite attribute without recording a change.
  final func writeComposite(_ value: Any?, _ slot: Int) {
    for (slot, value) in elementValues(value, slot) { write(unboxedAttribute(value, slot), slot) }
  }

  /// The values of the elements in a dictionary, with their slots.
  final func elementValues(_ value: Any?, _ slot: Int) -> [(slot: Int, value: Any?)] {
    guard let composite = kind.layout.slots[slot].composite else { return [] }
    do {
      return try composite.values(of: value, propertyName(slot))
    } catch {
      fatalError("\(error)")
    }
  }

  /// Sets an element of a composite attribute, at any nesting depth.
  ///
  /// - Parameters:
  ///   - slot: the attribute's slot.
  ///   - keys: the path of names to the element. An unknown name is a programming error.
  final func setElement(_ value: Any?, _ slot: Int, at keys: [String]) {
    let path = ([propertyName(slot)] + keys).joined(separator: ".")
    guard let (content, count) = kind.layout.slots[slot].composite?.content(at: keys) else {
      fatalError(kind.layout.noElement(keys, of: slot))
    }
    guard count == keys.count else {
      fatalError("Nothing can be set at \(path): \(keys[count - 1]) holds a value, and has no elements.")
    }
    switch content {
    case .value(let slot): setCurrent(unboxedAttribute(value, slot), slot)
    case .composite(let inner):
      do {
        for (slot, value) in try inner.values(of: value, path) { setCurrent(unboxedAttribute(value, slot), slot) }
      } catch {
        fatalError("\(error)")
      }
    }
  }
}
