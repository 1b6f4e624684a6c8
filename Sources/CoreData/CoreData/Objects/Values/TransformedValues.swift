import Foundation

/// A cache of the values that transformers made from an object's stored data, so that the program gets the same
/// instance again.
struct TransformedValues {
  private var bySlot: [Int: (data: Data, value: Any)] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  /// The cached value for the data, if any.
  func value(_ slot: Int, of data: Data) -> Any? {
    guard let known = bySlot[slot], known.data == data else { return nil }
    return known.value
  }

  mutating func keep(_ value: Any, _ slot: Int, of data: Data) { bySlot[slot] = (data, value) }

  mutating func removeAll() { bySlot = [:] }
}
