import Foundation
import OrderedRows

/// The elements of a composite attribute in an entity's layout.
///
/// Each element that holds a value has a slot of its own, behind that of the attribute: stores keep it in a column,
/// predicates and orders read it like any other. The attribute's own slot is always null; its value is put together of
/// the elements' when a program asks for it.
package struct CompositeLayout: Sendable {
  package struct Element: Sendable {
    package let name: String
    package let isOptional: Bool
    package let content: Content
  }

  package enum Content: Sendable {
    case value(slot: Int)
    case composite(CompositeLayout)
  }

  package let elements: [Element]

  /// The slots of the elements that hold values, at any depth, in the order of their definition.
  package var slots: [Int] {
    elements.flatMap { element in
      switch element.content {
      case .value(let slot): [slot]
      case .composite(let inner): inner.slots
      }
    }
  }

  subscript(name: String) -> Element? { elements.first { $0.name == name } }

  /// The value as a program sees it, nil when all elements are.
  ///
  /// - Parameter value: gives the value in a slot as a program sees it.
  package func dictionary(_ value: (_ slot: Int) -> Any?) -> [String: Any]? {
    var values: [String: Any] = [:]
    for element in elements {
      switch element.content {
      case .value(let slot): values[element.name] = value(slot)
      case .composite(let inner): values[element.name] = inner.dictionary(value)
      }
    }
    return values.isEmpty ? nil : values
  }

  /// The elements' values in a program's dictionary; nil for each that it does not have.
  ///
  /// - Parameters:
  ///   - value: a dictionary; nil and `NSNull` give nil for all elements.
  ///   - name: what the error calls the attribute.
  /// - Throws: a `CompositeProblem` for what is no dictionary, and for a key that names no element.
  package func values(of value: Any?, _ name: String) throws -> [(slot: Int, value: Any?)] {
    guard let value = value.flattened, !(value is NSNull) else { return slots.map { ($0, nil) } }
    guard let values = Self.dictionary(of: value) else {
      throw CompositeProblem(description: "\(name) takes a dictionary, not \(type(of: value)) (\(value)).")
    }
    if let unknown = values.keys.sorted().first(where: { self[$0] == nil }) {
      throw CompositeProblem(
        description: "\(name) has no element \(unknown); it has \(elements.map(\.name).joined(separator: ", "))."
          + NearNames.question(for: unknown, among: elements.map(\.name)))
    }
    return try elements.flatMap { element in
      switch element.content {
      case .value(let slot): [(slot, values[element.name])]
      case .composite(let inner): try inner.values(of: values[element.name], "\(name).\(element.name)")
      }
    }
  }

  /// A dictionary of Swift's or Foundation's; nil for anything else.
  package static func dictionary(of value: Any?) -> [String: Any]? {
    if let values = value as? [String: Any] { return values }
    guard let values = value as? NSDictionary else { return nil }
    var result: [String: Any] = [:]
    for (key, value) in values {
      guard let key = key as? String else { return nil }
      result[key] = value
    }
    return result
  }

  /// The element at the end of some keys, from the attribute on.
  ///
  /// - Returns: the element, and how many keys lead there; nil when the first names none.
  package func content(at keys: some Collection<String>) -> (content: Content, count: Int)? {
    var found = Content.composite(self)
    var count = 0
    for key in keys {
      guard case .composite(let layout) = found else { break }
      guard let element = layout[key] else { return nil }
      found = element.content
      count += 1
    }
    return (found, count)
  }
}

/// The reason why a value does not fit a composite attribute.
package struct CompositeProblem: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension EntityLayout {
  /// The slots that hold the value of a property: those of a composite attribute's elements, else its own.
  package func parts(of slot: Int) -> [Int] { slots[slot].composite?.slots ?? [slot] }

  /// The slot of the property that a slot belongs to: that of the composite attribute for an element's, else the slot
  /// itself.
  package func property(of slot: Int) -> Int { slots[slot].owner ?? slot }

  /// The slots that hold the values of properties or elements.
  ///
  /// - Returns: nil when one of the names is unknown, or there are none.
  package func valueSlots(named names: [String]) -> [Int]? {
    let found = names.compactMap { slotsByName[$0] }
    return found.isEmpty || found.count < names.count ? nil : found.flatMap(parts)
  }

  /// The slots, and all of each composite attribute that one of them is an element of: it changes as a whole.
  package func completed(_ slots: SlotSet) -> SlotSet {
    guard hasComposites else { return slots }
    var whole = slots
    for slot in slots.slots {
      if let owner = self.slots[slot].owner { whole.formUnion(SlotSet(parts(of: owner))) }
    }
    return whole
  }
}
