import Foundation
import OrderedRows

/// The elements of a composite attribute in an entity's layout.
///
/// Each element that holds a value has its own slot after the attribute's slot. Stores keep it in a column, and
/// predicates and sort descriptors read it like an attribute. The attribute's own slot is always null; its value is
/// assembled from the elements when a program reads it.
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

  /// The slots of all elements that hold values, including nested ones, in the order of their definition.
  package var slots: [Int] {
    elements.flatMap { element in
      switch element.content {
      case .value(let slot): [slot]
      case .composite(let inner): inner.slots
      }
    }
  }

  subscript(name: String) -> Element? { elements.first { $0.name == name } }

  /// The composite value as a program sees it; nil if all elements are nil.
  ///
  /// - Parameter value: returns the value in a slot as a program sees it.
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

  /// The values of all elements, taken from a program's dictionary; nil for each element that it lacks.
  ///
  /// - Parameters:
  ///   - value: a dictionary. Nil and `NSNull` set all elements to nil.
  ///   - name: the attribute's name for the error.
  /// - Throws: a `CompositeProblem` if the value is not a dictionary, or if a key names no element.
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

  /// Converts a Swift or Foundation dictionary; nil for anything else.
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

  /// The element that a list of keys leads to, beginning at the attribute.
  ///
  /// - Returns: the element and the number of keys that were used; nil if a key names no element.
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
  /// The slots that hold a property's value: those of the elements for a composite attribute, otherwise the property's
  /// own.
  package func parts(of slot: Int) -> [Int] { slots[slot].composite?.slots ?? [slot] }

  /// The slot of the property that a slot belongs to: for an element, that of the composite attribute; otherwise the
  /// slot itself.
  package func property(of slot: Int) -> Int { slots[slot].owner ?? slot }

  /// The slots that hold the values of the named properties or elements.
  ///
  /// - Returns: nil if a name is unknown, or if there are no names.
  package func valueSlots(named names: [String]) -> [Int]? {
    let found = names.compactMap { slotsByName[$0] }
    return found.isEmpty || found.count < names.count ? nil : found.flatMap(parts)
  }

  /// The slots, extended by all elements of each composite attribute that has one of them, because a composite changes
  /// as a whole.
  package func completed(_ slots: SlotSet) -> SlotSet {
    guard hasComposites else { return slots }
    var whole = slots
    for slot in slots.slots {
      if let owner = self.slots[slot].owner { whole.formUnion(SlotSet(parts(of: owner))) }
    }
    return whole
  }
}
