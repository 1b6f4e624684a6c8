/// The constants of an `IN` comparison, in a hash set.
package struct ConstantSet: Sendable {
  /// The constants without nil and duplicates, in their original order.
  package let values: [Value]
  package let containsNull: Bool
  package let options: StringOptions
  private let keys: Set<EqualityKey>

  package init(_ values: [Value], options: StringOptions) {
    var kept: [Value] = []
    var keys: Set<EqualityKey> = []
    var containsNull = false
    for value in values {
      let key = EqualityKey(value, options)
      if key == .null {
        containsNull = true
      } else if keys.insert(key).inserted {
        kept.append(value)
      }
    }
    self.values = kept
    self.keys = keys
    self.containsNull = containsNull
    self.options = options
  }

  package func contains(_ value: Value) -> Bool {
    let key = EqualityKey(value, options)
    return key == .null ? containsNull : keys.contains(key)
  }
}
