import Foundation

/// Values that are one to a store.
///
/// A context that has saved to its parent has the values that it set. Once the parent has saved, it has what the store
/// made of them, which is no change.
extension EntityLayout.Slot {
  /// Whether a store keeps two values of the property as one and the same. It does so of any two that it does not keep,
  /// or computes itself.
  func keepsAlike(_ one: Value, _ other: Value) -> Bool {
    if isTransient || isDerived { return true }
    switch (one, other) {
    case (.opaque(let box), .data(let stored)), (.data(let stored), .opaque(let box)):
      return transformer.map { $0.keeps(box.object, as: stored) } ?? false
    case (.decimal(let left), .decimal(let right)):
      return one.isSame(as: other) || StoredDecimal.storage(left.number) == StoredDecimal.storage(right.number)
    default:
      return one.isSame(as: other)
    }
  }
}

extension AttributeTransformer {
  /// Whether data is what a store keeps of a value.
  fileprivate func keeps(_ value: Any, as stored: Data) -> Bool {
    if let made = try? data(of: value), made == stored { return true }
    // It may make other data each time, as what encrypts does.
    guard let known = self.value(of: stored), let object = PlainArchive.object(known) as? NSObject else { return false }
    return object.isEqual(PlainArchive.object(value))
  }
}
