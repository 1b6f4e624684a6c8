import Foundation

/// The values that transformers made of an object's stored data, so that a program gets the same one again.
struct TransformedValues {
  private var bySlot: [Int: (data: Data, value: Any)] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  /// The value that was made of the data.
  func value(_ slot: Int, of data: Data) -> Any? {
    guard let known = bySlot[slot], known.data == data else { return nil }
    return known.value
  }

  mutating func keep(_ value: Any, _ slot: Int, of data: Data) { bySlot[slot] = (data, value) }

  mutating func removeAll() { bySlot = [:] }
}
