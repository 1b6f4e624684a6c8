import Foundation

/// Values that a store stores identically.
///
/// A context that saved to its parent holds the values that it set. After the parent's save, the parent holds the
/// values as the store returned them. Such a difference is not a change.
extension EntityLayout.Slot {
  /// Whether a store stores two values of the property identically. True for any two values if the property is
  /// transient or derived.
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
  /// Whether data is the stored form of a value.
  fileprivate func keeps(_ value: Any, as stored: Data) -> Bool {
    if let made = try? data(of: value), made == stored { return true }
    // A transformer may produce different data each time, for example by encryption. So compare the decoded objects
    // too.
    guard let known = self.value(of: stored), let object = PlainArchive.object(known) as? NSObject else { return false }
    return object.isEqual(PlainArchive.object(value))
  }
}
